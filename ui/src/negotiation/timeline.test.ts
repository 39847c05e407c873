import { expect, it } from "vitest";
import type { Activity } from "@/api/activity";
import { type TimelineEvent, timelineOf } from "./timeline";

const event = (at: string) => ({ at, event: at }) as unknown as TimelineEvent;
const note = (date: string, created: string) => ({ date, created, activityId: date }) as unknown as Activity;

const order = (events: string[], notes: [string, string][]) =>
  timelineOf(
    events.map(event),
    notes.map(([date, created]) => note(date, created)),
  ).map((line) => ("event" in line ? line.event.at : line.activity.activityId));

it("a note stands at the time at which it was written on its day", () =>
  expect(
    order(["2026-11-26T03:00:00", "2026-11-26T01:00:00"], [["2026-11-26", "2026-11-26T02:00:00"]]),
  ).toEqual(["2026-11-26T03:00:00", "2026-11-26", "2026-11-26T01:00:00"]));

it("a note of another day stands at the end of its day, in Japan", () =>
  expect(
    order(["2026-11-25T15:30:00", "2026-11-25T14:30:00"], [["2026-11-25", "2026-11-28T02:00:00"]]),
  ).toEqual(["2026-11-25T15:30:00", "2026-11-25", "2026-11-25T14:30:00"]));

it("events keep their order", () =>
  expect(order(["2026-11-26T03:00:00", "2026-11-26T03:00:30"], [])).toEqual([
    "2026-11-26T03:00:00",
    "2026-11-26T03:00:30",
  ]));

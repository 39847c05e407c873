import { api, call } from "@/api/client";
import type { BodyOf } from "@/api/read";

/** Writes a note, new or changed, and with it the next action where one is said. */
export const saveActivity = (body: BodyOf<"/api/Activity/SaveActivity">) =>
  call(api.POST("/api/Activity/SaveActivity", { body }));

/** Deletes a note of one's own. */
export const deleteActivity = (body: BodyOf<"/api/Activity/DeleteActivity">) =>
  call(api.POST("/api/Activity/DeleteActivity", { body }));

/** Plans, changes or ends a company's next action. */
export const saveCompanyNextAction = (body: BodyOf<"/api/Activity/SaveCompanyNextAction">) =>
  call(api.POST("/api/Activity/SaveCompanyNextAction", { body }));

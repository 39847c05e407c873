import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { ActivityPanel } from "@/activity/ActivityPanel";
import { negotiationQuery } from "@/api/negotiation";
import { DraftPanel } from "@/draft/DraftPanel";
import { DutyPanel } from "@/duty/DutyPanel";
import { InspectionPanel } from "@/issued/InspectionPanel";
import { IssuedPanel } from "@/issued/IssuedPanel";
import { inspectedSides } from "@/issued/inspection";
import { Deeds, useIsInDeeds } from "@/kit/Deeds";
import { EmptyState } from "@/kit/EmptyState";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED } from "@/messages";
import { PersonsPanel } from "@/persons/PersonsPanel";
import { PartnerResponse } from "@/persons/ResponseNote";
import { TeamRoleNote } from "@/persons/TeamRoleNote";
import { useTeamRefusals } from "@/persons/useTeamRefusals";
import { isFIN } from "@/session/session";
import { AvoidedWarning } from "./AvoidedWarning";
import { DialogSubject, SubjectLine } from "./dialog/DialogSubject";
import type { HeldText } from "./held";
import styles from "./Panel.module.css";
import { DocumentSection } from "./section/DocumentSection";
import { EndSection } from "./section/EndSection";
import { FactSection } from "./section/FactSection";
import { FinancingSection } from "./section/FinancingSection";
import { FurtherOffer } from "./section/FurtherOffer";
import { HeldSection } from "./section/HeldSection";
import { InterestSection } from "./section/InterestSection";
import { MessageSection } from "./section/MessageSection";
import { MilestoneSection } from "./section/MilestoneSection";
import { MoveSection } from "./section/MoveSection";
import { NextActionSection } from "./section/NextActionSection";
import { OwnerSection } from "./section/OwnerSection";
import { PaperSection } from "./section/PaperSection";
import { PartySection } from "./section/PartySection";
import { StageBar } from "./section/StageBar";
import { StepSection } from "./section/StepSection";
import { TimelineSection } from "./section/TimelineSection";
import { VisibilitySection } from "./section/VisibilitySection";
import { isBF, isSF, type Negotiation } from "./types";

/**
 * One negotiation as its reader may see and move it: buyer, buyer's institution or seller's
 * institution (domain.md 4). Everything in it comes from the server for this reader; the moves
 * offered are those the server returned. Stands on the buyer's listing, the case desk of the
 * buyer's institution and the desk of the seller's.
 */
export function NegotiationPanel({ buyerNegotiationId }: { buyerNegotiationId: string }) {
  const query = useQuery(negotiationQuery(buyerNegotiationId));
  if (query.isPending) return <Skeleton rows={4} />;
  const n = query.data;
  if (!n)
    return (
      <EmptyState title={FAILED.negotiationList}>
        閲覧する権限がないか、情報が削除された可能性があります。
      </EmptyState>
    );
  // A new panel for another negotiation, so that no input or open dialog is carried over.
  return <Sections key={n.buyerNegotiationId} negotiation={n} />;
}

function Sections({ negotiation: n }: { negotiation: Negotiation }) {
  const [held, setHeld] = useState<HeldText | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const ofBuyer = isFIN.value && isBF(n.side) ? (n.buyerCompanyId ?? "") : "";
  const refusals = useTeamRefusals(ofBuyer);
  // The desk of a listing speaks for the seller's team; everywhere else the buyer's is the reader's.
  const isInDeeds = useIsInDeeds();
  const ofBuyers = (deeds: ReactNode) => (ofBuyer ? <Deeds refusals={refusals}>{deeds}</Deeds> : deeds);
  const sections = (
    <DialogSubject value={n}>
      <div>
        <StageBar negotiation={n} below={top} />
        <div className={styles.layout}>
          <div ref={top} className={styles.top}>
            {ofBuyer && <TeamRoleNote companyId={ofBuyer} />}
            <StepSection negotiation={n} />
            {isFIN.value && (n.side === "bf" || n.side === "sf") && n.buyerNegotiationId && (
              <PartnerResponse buyerNegotiationId={n.buyerNegotiationId} />
            )}
            <AvoidedWarning negotiation={n} />
            <EndSection negotiation={n} />
            <PaperSection negotiation={n} />
            <FactSection negotiation={n} />
            <HeldSection negotiation={n} onShow={(shown) => setHeld({ ...shown })} />
            <MoveSection negotiation={n} />
          </div>
          <div className={styles.main}>
            <InterestSection negotiation={n} />
            {ofBuyers(<FurtherOffer negotiation={n} />)}
            <MessageSection negotiation={n} held={held} />
            <DocumentSection negotiation={n} />
            {n.buyerNegotiationId && <IssuedPanel of={{ buyerNegotiationId: n.buyerNegotiationId }} />}
            {isFIN.value && (isBF(n.side) || isSF(n.side)) && n.buyerNegotiationId && (
              <>
                <DraftPanel of={{ buyerNegotiationId: n.buyerNegotiationId }} isBoth={n.side === "both"} />
                <InspectionPanel
                  of={{ buyerNegotiationId: n.buyerNegotiationId }}
                  sides={inspectedSides(n.side)}
                />
              </>
            )}
          </div>
          <div className={styles.side}>
            {isFIN.value && (isBF(n.side) || isSF(n.side)) && n.buyerNegotiationId && (
              <DutyPanel of={{ buyerNegotiationId: n.buyerNegotiationId }} subject={<SubjectLine />} />
            )}
            <NextActionSection negotiation={n} />
            {isFIN.value && n.nextAction && n.buyerNegotiationId && (
              <ActivityPanel
                of={{ buyerNegotiationId: n.buyerNegotiationId }}
                plan={{
                  version: n.version,
                  date: n.nextAction.date ?? "",
                  userId: n.nextAction.userId ?? "",
                }}
                subject={<SubjectLine />}
              />
            )}
            {isFIN.value &&
              isBF(n.side) &&
              ofBuyers(
                <PersonsPanel
                  of="bf"
                  id={n.buyerNegotiationId}
                  title={n.side === "both" ? "買手側の担当者" : "交渉の担当者"}
                />,
              )}
            {isFIN.value && isSF(n.side) && (
              <PersonsPanel
                of="sf"
                id={n.buyerNegotiationId}
                title={n.side === "both" ? "売手側の担当者" : "交渉の担当者"}
              />
            )}
            <OwnerSection negotiation={n} />
            <MilestoneSection negotiation={n} />
            <VisibilitySection negotiation={n} />
          </div>
          <div className={styles.bottom}>
            <PartySection negotiation={n} />
            {ofBuyers(<FinancingSection negotiation={n} />)}
            <TimelineSection negotiation={n} />
          </div>
        </div>
      </div>
    </DialogSubject>
  );
  return isInDeeds ? sections : ofBuyers(sections);
}

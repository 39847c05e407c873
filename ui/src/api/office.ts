import { queryOptions } from "@tanstack/react-query";
import { call } from "./client";
import { office } from "./officeClient";
import type { Charge, Load } from "./persons";
import { type Gettable, part, type QueryOf, read, readByPost } from "./read";
import type { TeamRule } from "./team";

/*
 * What the console reads. Lists are cached as `{ rows, allCount }`, whatever the answer calls its rows,
 * for they are all shown the same way. Any deed at the console rereads the noun "office".
 */

const how = { client: office } as const;

const get = <P extends Gettable>(path: P, conditions: QueryOf<P>) => read("office", path, conditions, how);

export const guideQuery = queryOptions({
  ...get("/api/Office/GetGuide", {}),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the console's search box finds. */
export const officeFindQuery = (word: string) =>
  queryOptions({ ...get("/api/Office/Find", { word }), staleTime: 0 });

export const summaryQuery = get("/api/Office/GetSummary", {});
export const firstStepsQuery = get("/api/Office/GetFirstSteps", {});
export const userTasksQuery = get("/api/Office/GetUserTasks", {});
export const meQuery = get("/api/Office/GetMe", {});
export const mailServerQuery = get("/api/Office/GetMailServer", {});
export const settingsQuery = get("/api/Office/GetSettings", {});
export const periodsQuery = get("/api/Office/GetPeriods", {});
export const scoreWeightsQuery = get("/api/Office/GetScoreWeights", {});
export const loginChangesQuery = get("/api/Office/GetLoginChangeList", {});
export const jobsQuery = get("/api/Office/GetJobList", {});
/** The evidence by a third party: time stamps, daily files, the SIEM. */
export const proofQuery = (pageNumber: number) => get("/api/Office/GetProof", { pageNumber });

export const backupsQuery = get("/api/Office/GetBackupList", {});

/** The console's own choices. */
export const officeCodesQuery = queryOptions({
  ...read("officeCodes", "/api/Office/GetCodes", {}, how),
  staleTime: Number.POSITIVE_INFINITY,
});

/** @param latest when the last known run ended: after a further run the list is another one */
export const jobRunsQuery = (conditions: QueryOf<"/api/Office/GetJobRunList">, latest: string | undefined) =>
  part(
    read("office", "/api/Office/GetJobRunList", conditions, { ...how, edition: latest ?? "" }),
    ({ runList, allCount }) => ({ rows: runList, allCount }),
  );

export const officeInstitutionsQuery = (conditions: QueryOf<"/api/Office/GetInstitutionList">) =>
  part(get("/api/Office/GetInstitutionList", conditions), ({ institutionList, allCount }) => ({
    rows: institutionList,
    allCount,
  }));

export const officeInstitutionQuery = (financialId: string) =>
  get("/api/Office/GetInstitution", { financialId });

export const figuresQuery = (conditions: QueryOf<"/api/Office/GetFigures">) =>
  get("/api/Office/GetFigures", conditions);

export const monthEndQuery = (month: string) => get("/api/Office/GetMonthEnd", { month });

export const exportMonthEnd = async (month: string): Promise<Response> =>
  (
    await office.GET("/api/Office/ExportMonthEnd", {
      params: { query: { month } },
      parseAs: "stream",
    })
  ).response;

export const officeMarketPricesQuery = get("/api/Office/GetMarketPrices", {});

export const yearReportQuery = (year: number) => get("/api/Office/GetYearReport", { year });

export const exportYearReport = async (year: number): Promise<Response> =>
  (await office.GET("/api/Office/ExportYearReport", { params: { query: { year } }, parseAs: "stream" }))
    .response;

export const exportBenchmark = async (year: number): Promise<Response> =>
  (await office.GET("/api/Office/ExportBenchmark", { params: { query: { year } }, parseAs: "stream" }))
    .response;

/** The institution's registration as an M&A支援機関. */
export const supportRegistrationQuery = get("/api/Office/GetSupportRegistration", {});

/** What the network says of itself, with its versions; the sample where it says nothing. */
export const officeDeclarationQuery = get("/api/Office/GetDeclaration", {});

export const declarationVersionQuery = (version: number) =>
  get("/api/Office/GetDeclarationVersion", { version });

export const officeFaqQuery = (conditions: QueryOf<"/api/Office/GetFaqList">) =>
  part(get("/api/Office/GetFaqList", conditions), ({ faqList, allCount }) => ({ rows: faqList, allCount }));

export const officeTopicsQuery = (conditions: QueryOf<"/api/Office/GetTopicList">) =>
  part(get("/api/Office/GetTopicList", conditions), ({ topicList, allCount }) => ({
    rows: topicList,
    allCount,
  }));

export const inquiriesQuery = (conditions: QueryOf<"/api/Office/GetInquiryList">) =>
  part(get("/api/Office/GetInquiryList", conditions), ({ inquiryList, allCount }) => ({
    rows: inquiryList,
    allCount,
  }));

/** One inquiry with what was written since. */
export const inquiryQuery = (inquiryId: string) => get("/api/Office/GetInquiry", { inquiryId });

/** How many users a notice reaches, on the screen and by mail. */
export const topicReachQuery = (conditions: QueryOf<"/api/Office/GetTopicReach">) =>
  get("/api/Office/GetTopicReach", conditions);

export const accountRequestsQuery = (conditions: QueryOf<"/api/Office/GetAccountRequestList">) =>
  part(get("/api/Office/GetAccountRequestList", conditions), ({ requestList, allCount }) => ({
    rows: requestList,
    allCount,
  }));

export const accountRequestQuery = (accountRequestId: string) =>
  get("/api/Office/GetAccountRequest", { accountRequestId });

export const officeListingsQuery = (conditions: QueryOf<"/api/Office/GetSellerBusinessList">) =>
  part(get("/api/Office/GetSellerBusinessList", conditions), ({ listingList, allCount }) => ({
    rows: listingList,
    allCount,
  }));

export const officeCompaniesQuery = (conditions: QueryOf<"/api/Office/GetCompanyList">) =>
  part(get("/api/Office/GetCompanyList", conditions), ({ companyList, allCount }) => ({
    rows: companyList,
    allCount,
  }));

/** How much each user of the administrator's institution has to do. */
export const officeLoadsQuery = part(get("/api/Office/GetLoads", {}), ({ loadList, unattendedCount }) => ({
  loads: loadList as unknown as readonly Load[],
  unattendedCount,
}));

/** Live records of the administrator's institution, by their numbers. */
export const officeChargesQuery = (conditions: QueryOf<"/api/Office/GetCharges">) =>
  part(get("/api/Office/GetCharges", conditions), ({ chargeList, allCount }) => ({
    rows: chargeList as unknown as readonly Charge[],
    allCount,
  }));

/** The texts and lists with which the administrator's institution works, with their versions (compliance.md 3). */
export const dutyTextsQuery = get("/api/Office/GetDutyTexts", {});

/** One version, whole. A version is never changed, but may be in force no more. */
export const officeDutyTextQuery = (textId: string) => get("/api/Office/GetDutyText", { textId });

/** Who of an institution may see its deals, and what waits for a second person; the office names the institution. */
export const teamRuleQuery = (financialId?: string) =>
  part(get("/api/Office/GetTeamRule", { financialId }), (rule) => rule as unknown as TeamRule);

/** Who is in the teams of the administrator's institution, by the numbers of the companies. */
export const officeTeamsQuery = (conditions: QueryOf<"/api/Office/SearchTeams">) =>
  part(get("/api/Office/SearchTeams", conditions), ({ teamList, allCount, candidateList }) => ({
    rows: teamList,
    allCount,
    candidates: candidateList,
  }));

/** What the administrator's institution says of who explains to its customers (compliance.md 3). */
export const advisersQuery = part(get("/api/Office/GetAdvisers", {}), ({ adviserList }) => ({
  rows: adviserList,
  allCount: 0, // no pages
}));

/** Its fee tables, all versions of each. */
export const feeTablesQuery = get("/api/Office/GetFeeTables", {});

/** The words that the office adds to the dictionary of searches, and what the dictionary says of one. */
export const wordGroupsQuery = get("/api/Office/GetWordGroups", {});
export const triedWordQuery = (word: string) => get("/api/Office/TryWord", { word });

/** Where the duties of the administrator's institution's deals stand, by numbers (点検表). */
export const dutyCheckQuery = (conditions: QueryOf<"/api/Office/SearchDutyCheck">) =>
  part(get("/api/Office/SearchDutyCheck", conditions), ({ rowList, kindList, userList, ...counts }) => ({
    rows: rowList,
    kinds: kindList,
    users: userList,
    ...counts,
  }));

export const exportDutyCheck = async (query: QueryOf<"/api/Office/ExportDutyCheck">): Promise<Response> =>
  (await office.GET("/api/Office/ExportDutyCheck", { params: { query }, parseAs: "stream" })).response;

export const officeUsersQuery = (conditions: QueryOf<"/api/Office/GetUserList">) =>
  part(get("/api/Office/GetUserList", conditions), ({ userList, allCount }) => ({
    rows: userList,
    allCount,
  }));

export const officeMailQuery = (conditions: QueryOf<"/api/Office/GetMailList">) =>
  part(get("/api/Office/GetMailList", conditions), ({ mailList, ...rest }) => ({ rows: mailList, ...rest }));

export const auditQuery = (conditions: QueryOf<"/api/Office/GetAuditList">) =>
  part(get("/api/Office/GetAuditList", conditions), ({ auditList, ...rest }) => ({
    rows: auditList,
    ...rest,
  }));

/** Which institutions learned the name of the company of a listing or negotiation, and when. */
export const officeNameReadersQuery = (word: string) =>
  queryOptions({ ...get("/api/Office/GetNameReaders", { word }), staleTime: 0, enabled: word !== "" });

export const settingChangesQuery = (conditions: QueryOf<"/api/Office/GetSettingChangeList">) =>
  part(get("/api/Office/GetSettingChangeList", conditions), ({ changeList, allCount }) => ({
    rows: changeList,
    allCount,
  }));

export const textsQuery = get("/api/Office/GetTextList", {});

export const textVersionQuery = (conditions: QueryOf<"/api/Office/GetTextVersion">) =>
  get("/api/Office/GetTextVersion", conditions);

/** A text rendered as its readers will see it. */
export const textPreviewQuery = (body: string) =>
  queryOptions({
    ...readByPost("officePreview", "/api/Office/PreviewText", { body }, how),
    enabled: body.trim() !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const mergersQuery = (conditions: QueryOf<"/api/Office/GetMergerList">) =>
  part(get("/api/Office/GetMergerList", conditions), ({ mergerList, allCount }) => ({
    rows: mergerList,
    allCount,
  }));

export const mergerQuery = (mergerId: string) => get("/api/Office/GetMerger", { mergerId });

export const breakGlassesQuery = (conditions: QueryOf<"/api/Office/GetBreakGlassList">) =>
  part(get("/api/Office/GetBreakGlassList", conditions), ({ breakGlassList, ...rest }) => ({
    rows: breakGlassList,
    ...rest,
  }));

export const breakGlassTargetsQuery = (word: string) => get("/api/Office/GetBreakGlassTargetList", { word });

export const breakGlassQuery = (breakGlassId: string) => get("/api/Office/GetBreakGlass", { breakGlassId });

/** The opened record. Never cached, so that it is gone when the screen is closed. */
export const readBreakGlass = (breakGlassId: string) =>
  call(office.GET("/api/Office/ReadBreakGlass", { params: { query: { breakGlassId } } }));

export const downloadBreakGlassFile = async (breakGlassId: string, fileId: string): Promise<Response> =>
  (
    await office.GET("/api/Office/DownloadBreakGlassFile", {
      params: { query: { breakGlassId, fileId } },
      parseAs: "stream",
    })
  ).response;

export const exportAudit = async (conditions: QueryOf<"/api/Office/ExportAuditList">): Promise<Response> =>
  (await office.GET("/api/Office/ExportAuditList", { params: { query: conditions }, parseAs: "stream" }))
    .response;

/** The user's own sessions and second step at the console. */
export const officeSignInsQuery = {
  ...read("session", "/api/Office/GetSignIns", {}, how),
  staleTime: 0,
} as const;
export const officePasskeysQuery = {
  ...read("session", "/api/Office/GetPasskeys", {}, how),
  staleTime: 0,
} as const;

/** Whether the administrator's institution demands passkeys of its users. */
export const passkeyDemandQuery = get("/api/Office/GetPasskeyDemand", {});

export const officeSecondStepQuery = {
  ...read("session", "/api/Office/GetSecondStep", {}, how),
  staleTime: 0,
} as const;

/** The ways in which a user of the console can prove who he is, the best first. */
export const officeProofWaysQuery = {
  ...read("session", "/api/Office/GetProofWays", {}, how),
  staleTime: 0,
} as const;

/** The Word templates of the network or of the administrator's institution, in versions. */
export const draftTemplatesQuery = get("/api/Office/GetDraftTemplates", {});

/** The fields that a template can have. */
export const draftFieldsQuery = get("/api/Office/GetDraftFields", {});

/** Whether the administrator himself is bound to the directory of his institution. */
export const ownOfficeDirectoryQuery = { ...get("/api/Office/GetOwnDirectory", {}), staleTime: 0 } as const;

/** The directory of the administrator's institution, and who of its people is bound to it. */
export const directoryQuery = get("/api/Office/GetDirectory", {});
export const directoryUsersQuery = part(get("/api/Office/GetDirectoryUsers", {}), ({ userList }) => ({
  rows: userList,
  allCount: 0, // no pages
}));

/** For the office: the directories that wait for it, and those in force. */
export const directoriesQuery = get("/api/Office/GetDirectories", {});

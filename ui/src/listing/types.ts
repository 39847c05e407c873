/** Disclosure levels (domain.md 3.5). */
export const LEVEL = { anonymous: 1, negotiating: 2, consented: 3, realName: 4, inCharge: 9 } as const;

/** Listing statuses that screens decide by (SPEC.md section 4). */
export const LISTING = { showing: 1, concluded: 2, outsidePeriod: 5 } as const;

/** Interest (SPEC.md section 3 Enumerations). */
export const INTEREST = { none: 0, notInterested: 1, interested: 2 } as const;

/** Routes of user actions (SPEC.md section 3 Enumerations). */
export const ROUTE = { none: 0, recommend: 1, offer: 2 } as const;

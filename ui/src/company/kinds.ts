import { useLocation } from "wouter";
import { FAILED, FAILED_OWN } from "@/messages";

/** Buyers and sellers are one noun with two sets of words and addresses (SPEC.md section 3). */
export interface Kind {
  kind: "buyer" | "seller";
  /** 買手 or 売手. */
  name: string;
  /** What its people are called. */
  person: string;
  /** companyType and clientType (domain.md 6). */
  clientType: 1 | 2;
  /** userType of its people (SPEC.md section 3; domain.md 6). */
  userType: 1 | 3;
  /** Where its bank maintains it. */
  manage: string;
  /** Where it is looked at. */
  read: string;
  /** Why it deals: the side of the reasons' list. */
  side: "buy" | "sell";
  reasonLabel: string;
  failed: {
    create: string;
    update: string;
    details: string;
    userCreate: string;
    userUpdate: string;
    export: string;
    template: string;
    import: string;
  };
}

export const BUYER: Kind = {
  kind: "buyer",
  name: "買手",
  person: "ユーザ",
  clientType: 1,
  userType: 1,
  manage: "/buyer-company-manage",
  read: "/buyer-company",
  side: "buy",
  reasonLabel: "買収の目的",
  failed: {
    create: FAILED.buyerSave,
    update: FAILED.buyerSave,
    details: FAILED.buyerDetailsSave,
    userCreate: FAILED.buyerUserSave,
    userUpdate: FAILED.buyerUserSave,
    export: FAILED_OWN.buyerExport,
    template: FAILED_OWN.buyerTemplate,
    import: FAILED_OWN.buyerImport,
  },
};

export const SELLER: Kind = {
  kind: "seller",
  name: "売手",
  person: "担当者",
  clientType: 2,
  userType: 3,
  manage: "/seller-company-manage",
  read: "/seller-company",
  side: "sell",
  reasonLabel: "譲渡の理由",
  failed: {
    create: FAILED.sellerCreate,
    update: FAILED.sellerUpdate,
    details: FAILED.sellerDetailsSave,
    userCreate: FAILED.sellerUserCreate,
    userUpdate: FAILED.sellerUserUpdate,
    export: FAILED.sellerExport,
    template: FAILED.sellerTemplate,
    import: FAILED.sellerImport,
  },
};

/** The kind that the address is about: buyers and sellers share their screens. */
export function useKind(): Kind {
  const [path] = useLocation();
  return path.startsWith("/seller") ? SELLER : BUYER;
}

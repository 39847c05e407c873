-- +goose Up
-- Papers that the product made (発行書面, papers.md 1): numbered, hashed, kept, and fetched again byte for byte. Append-only: a paper is not changed;
-- a merger alone says whose it is now, and a paper of a negotiation goes with it when that is purged (retention). The number is random: a running one
-- would tell the other side how many papers a bank makes. kind, form: which paper, in which version of its form (app/issued). level and buyer_view:
-- what of the seller and of the buyer stands in it, so that it closes to who may not read that any more. record_kind: 1 a company, 2 a listing,
-- 3 the buyer's and 4 the seller's side of a negotiation. client_id: whose paper it is, the institution or the buyer company that reads it again;
-- institution_id: the institution, or the one in charge of that company. source: the hash of what it was made from, so that unchanged data make no
-- second paper; '' where each is made anew. recipient: for whom, in words without a name.
CREATE TABLE issued_paper (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, number TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 99),
  form INTEGER NOT NULL CHECK (form > 0), level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 4), buyer_view INTEGER NOT NULL CHECK (buyer_view BETWEEN 0 AND 9),
  record_kind INTEGER NOT NULL CHECK (record_kind BETWEEN 1 AND 4), negotiation_id TEXT NOT NULL, listing_id TEXT NOT NULL, company_id TEXT NOT NULL,
  buyer_company_id TEXT NOT NULL, institution_id TEXT NOT NULL REFERENCES institution(id), client_id TEXT NOT NULL, recipient TEXT NOT NULL,
  source TEXT NOT NULL, file_id TEXT NOT NULL REFERENCES file(id), sha256 TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE INDEX issued_paper_negotiation ON issued_paper(negotiation_id) WHERE negotiation_id <> '';
CREATE INDEX issued_paper_listing ON issued_paper(listing_id) WHERE listing_id <> '';
CREATE INDEX issued_paper_company ON issued_paper(company_id) WHERE company_id <> '';
CREATE INDEX issued_paper_buyer ON issued_paper(buyer_company_id) WHERE buyer_company_id <> '';
CREATE INDEX issued_paper_file ON issued_paper(file_id);
-- +goose StatementBegin
CREATE TRIGGER issued_paper_is_append_only BEFORE UPDATE ON issued_paper
WHEN (OLD.id, OLD.number, OLD.kind, OLD.form, OLD.level, OLD.buyer_view, OLD.record_kind, OLD.negotiation_id, OLD.listing_id, OLD.company_id,
  OLD.buyer_company_id, OLD.recipient, OLD.source, OLD.file_id, OLD.sha256, OLD.creator, OLD.created) IS NOT
  (NEW.id, NEW.number, NEW.kind, NEW.form, NEW.level, NEW.buyer_view, NEW.record_kind, NEW.negotiation_id, NEW.listing_id, NEW.company_id,
  NEW.buyer_company_id, NEW.recipient, NEW.source, NEW.file_id, NEW.sha256, NEW.creator, NEW.created) BEGIN
  SELECT RAISE(ABORT, 'an issued paper is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER issued_paper_stays BEFORE DELETE ON issued_paper
WHEN OLD.negotiation_id = '' OR EXISTS (SELECT 1 FROM negotiation n WHERE n.id = OLD.negotiation_id) BEGIN
  SELECT RAISE(ABORT, 'an issued paper is not deleted');
END;
-- +goose StatementEnd
-- A request that was let in before a merger and writes after it must not leave a paper that nobody reads any more.
-- +goose StatementBegin
CREATE TRIGGER merged_issued_paper BEFORE INSERT ON issued_paper WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- Whether who agreed to confidentiality signs in with a second step, as it was at that moment: 0 nobody wrote it down, 1 no, 2 yes.
ALTER TABLE negotiation ADD COLUMN consent_step INTEGER NOT NULL DEFAULT 0;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';

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

-- Signed copies of papers that the product made (署名済み, papers.md 2): the PDF that came back, who signed it and when, and the second user who
-- looked at it. Whose it is and who may read it says the paper. Append-only: a wrong one is returned by the second user (returned) or withdrawn with
-- a reason, and followed by another. signers: JSON, names and roles as they were typed. signature: JSON, what the verifier found of digital signatures
-- in the file when it was recorded (app/signed); verifier: which version of it.
CREATE TABLE signed_copy (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, paper_id TEXT NOT NULL REFERENCES issued_paper(id), file_id TEXT NOT NULL REFERENCES file(id),
  sha256 TEXT NOT NULL, signed_on TEXT NOT NULL, signers TEXT NOT NULL CHECK (json_valid(signers)), note TEXT NOT NULL,
  signature TEXT NOT NULL CHECK (json_valid(signature)), verifier INTEGER NOT NULL CHECK (verifier > 0), creator TEXT NOT NULL, created INTEGER NOT NULL,
  confirmed_by TEXT NOT NULL, confirmed INTEGER, ended_by TEXT NOT NULL, ended INTEGER, is_returned INTEGER NOT NULL CHECK (is_returned IN (0, 1)),
  reason TEXT NOT NULL, CHECK ((confirmed IS NULL) = (confirmed_by = '')), CHECK ((ended IS NULL) = (ended_by = '')),
  CHECK (is_returned = 0 OR confirmed IS NULL AND ended IS NOT NULL), CHECK (confirmed_by <> creator), CHECK ((ended IS NULL) = (reason = ''))
) STRICT;
CREATE UNIQUE INDEX signed_copy_paper ON signed_copy(paper_id) WHERE ended IS NULL;
CREATE INDEX signed_copy_papers ON signed_copy(paper_id);
CREATE INDEX signed_copy_file ON signed_copy(file_id);
CREATE INDEX signed_copy_waiting ON signed_copy(created) WHERE confirmed IS NULL AND ended IS NULL;
-- +goose StatementBegin
CREATE TRIGGER signed_copy_is_append_only BEFORE UPDATE ON signed_copy
WHEN (OLD.id, OLD.paper_id, OLD.file_id, OLD.sha256, OLD.signed_on, OLD.signers, OLD.note, OLD.signature, OLD.verifier, OLD.creator, OLD.created)
  IS NOT (NEW.id, NEW.paper_id, NEW.file_id, NEW.sha256, NEW.signed_on, NEW.signers, NEW.note, NEW.signature, NEW.verifier, NEW.creator, NEW.created)
  OR OLD.ended IS NOT NULL OR OLD.confirmed IS NOT NULL AND (OLD.confirmed, OLD.confirmed_by) IS NOT (NEW.confirmed, NEW.confirmed_by) BEGIN
  SELECT RAISE(ABORT, 'a signed copy is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER signed_copy_stays BEFORE DELETE ON signed_copy
WHEN NOT EXISTS (SELECT 1 FROM issued_paper i WHERE i.id = OLD.paper_id AND i.negotiation_id <> '' AND
  NOT EXISTS (SELECT 1 FROM negotiation n WHERE n.id = i.negotiation_id)) BEGIN
  SELECT RAISE(ABORT, 'a signed copy is not deleted');
END;
-- +goose StatementEnd
-- A request that was let in before a merger and writes after it must not leave a copy of a paper that is not its writer's any more.
-- +goose StatementBegin
CREATE TRIGGER merged_signed_copy BEFORE INSERT ON signed_copy WHEN EXISTS (SELECT 1 FROM issued_paper p JOIN institution i ON
  i.id = p.institution_id AND i.merged_into <> '' WHERE p.id = NEW.paper_id)
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- Whether who agreed to confidentiality signs in with a second step, as it was at that moment: 0 nobody wrote it down, 1 no, 2 yes.
ALTER TABLE negotiation ADD COLUMN consent_step INTEGER NOT NULL DEFAULT 0;
-- Cards of an earlier program lack it: they are made anew.
INSERT OR IGNORE INTO card_due SELECT 3, k.seq FROM negotiation_card k;

-- The Word templates of the network and of institutions (書式, papers.md 2), in versions. institution_id: '' for the network's. kind: issued.Kind of the
-- paper that is made from it. A version with is_withdrawn has no file: from then on the next template is in force, of the institution the network's,
-- of the network the built-in sample. Append-only: papers that were made name the version.
CREATE TABLE draft_template (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, institution_id TEXT NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 31 AND 49),
  version INTEGER NOT NULL CHECK (version > 0), is_withdrawn INTEGER NOT NULL CHECK (is_withdrawn IN (0, 1)),
  file_id TEXT REFERENCES file(id), hash TEXT NOT NULL, reason TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  UNIQUE (institution_id, kind, version), CHECK ((file_id IS NULL) = (is_withdrawn = 1))
) STRICT;
CREATE INDEX draft_template_file ON draft_template(file_id) WHERE file_id IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER draft_template_no_update BEFORE UPDATE ON draft_template BEGIN
  SELECT RAISE(ABORT, 'a version of a template is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER draft_template_no_delete BEFORE DELETE ON draft_template BEGIN
  SELECT RAISE(ABORT, 'a version of a template is not deleted');
END;
-- +goose StatementEnd
-- A request that was let in before a merger and writes after it must not leave a version that nobody edits any more.
-- +goose StatementBegin
CREATE TRIGGER merged_draft_template BEFORE INSERT ON draft_template WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND
  i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- Evidence by a third party (papers.md 4). A proof says what both chains ended with: at the end of a day, or (day '') when the office asked.
-- digest is the SHA-256 over its text, in which a random salt stands, so that who reads digests learns nothing of lines that are kept from
-- it, not even that there are any; and the digest of the proof before, so that a stamp on one proves all before it. daily_*: the file of
-- the day's lines that the office may see, its hash and its detached signature; left_out: what was not in it, so that it can be made again.
-- nonce: of the request for the stamp. Single lines are proven, too: a proof's are those of both chains after *_begin, since all proofs before, so
-- that each line is one proof's, whatever a clock did. lines: SHA-256 over the list of its pages; page_count: how many there are.
CREATE TABLE proof (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, day TEXT NOT NULL, at INTEGER NOT NULL,
  audit_from INTEGER NOT NULL, audit_seq INTEGER NOT NULL, audit_hash TEXT NOT NULL,
  ledger_from INTEGER NOT NULL, ledger_seq INTEGER NOT NULL, ledger_hash TEXT NOT NULL,
  daily_before TEXT NOT NULL, daily_hash TEXT NOT NULL, daily_signature TEXT NOT NULL, daily_key TEXT NOT NULL,
  left_out TEXT NOT NULL CHECK (json_valid(left_out)), salt TEXT NOT NULL, before TEXT NOT NULL, digest TEXT NOT NULL UNIQUE,
  nonce TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  audit_begin INTEGER NOT NULL, ledger_begin INTEGER NOT NULL, page_count INTEGER NOT NULL, lines TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX proof_day ON proof (day) WHERE day <> '';
-- The pages of a proof, 256 in a row: leaves are the hashes of the lines in them, sorted, without what fills the pages up; sums the hash of each page.
-- Pages can so be made again when some of their lines were purged. With its last line a proof's leaves go, too: with the salt beside them, who has the
-- database could try what a line said.
CREATE TABLE proof_page (
  proof_id TEXT NOT NULL REFERENCES proof(id), part INTEGER NOT NULL CHECK (part >= 0), leaves BLOB NOT NULL CHECK (length(leaves) % 32 = 0),
  sums BLOB NOT NULL CHECK (length(sums) = 8192), PRIMARY KEY (proof_id, part)
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER proof_page_is_append_only BEFORE UPDATE ON proof_page BEGIN SELECT RAISE(ABORT, 'a page of a proof is not changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER proof_page_stays BEFORE DELETE ON proof_page WHEN EXISTS (SELECT 1 FROM proof p WHERE p.id = OLD.proof_id AND
  (EXISTS (SELECT 1 FROM audit a WHERE a.seq > p.audit_begin AND a.seq <= p.audit_seq) OR
  EXISTS (SELECT 1 FROM ledger l WHERE l.seq > p.ledger_begin AND l.seq <= p.ledger_seq)))
BEGIN SELECT RAISE(ABORT, 'a page of a proof is not deleted while a line of it is there'); END;
-- +goose StatementEnd
-- The reply of the time-stamping authority as it came (RFC 3161), with the certificates that it was verified with. by_file: it came as a file.
CREATE TABLE proof_stamp (
  proof_id TEXT PRIMARY KEY REFERENCES proof(id), reply BLOB NOT NULL, at INTEGER NOT NULL, serial TEXT NOT NULL, policy TEXT NOT NULL,
  authority TEXT NOT NULL, trusted TEXT NOT NULL, by_file INTEGER NOT NULL CHECK (by_file IN (0, 1)), creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
-- How far events went to the network's SIEM: seq is the last line of the chain that it took or that is not for it, sent the number of the last event.
CREATE TABLE siem_cursor (
  chain TEXT PRIMARY KEY CHECK (chain IN ('audit', 'ledger')), stream TEXT NOT NULL, seq INTEGER NOT NULL, sent INTEGER NOT NULL, at INTEGER
) STRICT, WITHOUT ROWID;
-- What went wrong last when another machine or a folder was needed; error '' is nothing. next: not tried again before.
CREATE TABLE proof_state (
  name TEXT PRIMARY KEY CHECK (name IN ('stamp', 'folder', 'siem')), error TEXT NOT NULL, tries INTEGER NOT NULL, at INTEGER NOT NULL, next INTEGER
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER proof_is_append_only BEFORE UPDATE ON proof BEGIN SELECT RAISE(ABORT, 'a proof is not changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER proof_stays BEFORE DELETE ON proof BEGIN SELECT RAISE(ABORT, 'a proof is not deleted'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER proof_stamp_is_append_only BEFORE UPDATE ON proof_stamp BEGIN SELECT RAISE(ABORT, 'a stamp is not changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER proof_stamp_stays BEFORE DELETE ON proof_stamp BEGIN SELECT RAISE(ABORT, 'a stamp is not deleted'); END;
-- +goose StatementEnd

-- 企業概要書 as the seller's bank works on it (papers.md 2): one of a listing and of an institution; in another institution's charge the listing begins
-- without. revision counts what was saved. content: sections, periods and which pictures stand where (app/memorandum). The picture's file is drawn
-- anew from its pixels, without what the camera wrote into it.
CREATE TABLE memorandum (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, listing_id TEXT NOT NULL REFERENCES listing(id), institution_id TEXT NOT NULL REFERENCES institution(id),
  revision INTEGER NOT NULL CHECK (revision > 0), content TEXT NOT NULL CHECK (json_valid(content)), creator TEXT NOT NULL, created INTEGER NOT NULL,
  modifier TEXT NOT NULL, modified INTEGER NOT NULL
) STRICT;
CREATE INDEX memorandum_listing ON memorandum(listing_id, institution_id);
CREATE TABLE memorandum_picture (
  id TEXT PRIMARY KEY, listing_id TEXT NOT NULL REFERENCES listing(id), institution_id TEXT NOT NULL REFERENCES institution(id),
  file_id TEXT NOT NULL REFERENCES file(id), source TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX memorandum_picture_listing ON memorandum_picture(listing_id, institution_id);
CREATE INDEX memorandum_picture_file ON memorandum_picture(file_id);
-- What was added to the listing's documents: for each level the document, and a hash of what its newest edition was made from.
CREATE TABLE memorandum_given (
  listing_id TEXT NOT NULL REFERENCES listing(id), institution_id TEXT NOT NULL REFERENCES institution(id), level INTEGER NOT NULL CHECK (level BETWEEN 2 AND 4),
  document_id TEXT NOT NULL REFERENCES document(id), revision INTEGER NOT NULL, source TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (listing_id, institution_id, level)
) STRICT, WITHOUT ROWID;
-- A request that was let in before a merger and writes after it must not leave a row that nobody reads any more.
-- +goose StatementBegin
CREATE TRIGGER merged_memorandum BEFORE INSERT ON memorandum WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER merged_memorandum_picture BEFORE INSERT ON memorandum_picture WHEN EXISTS (SELECT 1 FROM institution i WHERE i.id = NEW.institution_id AND
  i.merged_into <> '')
BEGIN SELECT RAISE(ABORT, 'institution merged'); END;
-- +goose StatementEnd

-- What SF computes of a listing's price for itself (簡易株価, papers.md 2), in versions: content is the JSON of the inputs as they were typed.
-- What they come to is computed anew from them. A secret of the desk that wrote it: it stays with the institution, not with the listing.
CREATE TABLE valuation (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, listing_id TEXT NOT NULL REFERENCES listing(id), institution_id TEXT NOT NULL REFERENCES institution(id),
  version INTEGER NOT NULL CHECK (version > 0), content TEXT NOT NULL CHECK (json_valid(content)), creator TEXT NOT NULL, created INTEGER NOT NULL,
  UNIQUE (listing_id, institution_id, version)
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER valuation_is_append_only BEFORE UPDATE ON valuation
WHEN (OLD.id, OLD.listing_id, OLD.content, OLD.creator, OLD.created) IS NOT (NEW.id, NEW.listing_id, NEW.content, NEW.creator, NEW.created) BEGIN
  SELECT RAISE(ABORT, 'a valuation is not changed');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER valuation_stays BEFORE DELETE ON valuation BEGIN
  SELECT RAISE(ABORT, 'a valuation is not deleted');
END;
-- +goose StatementEnd

-- 点検表 asks of all of a bank's sides whose they are, when they began and what the owner said, without a row of the table.
DROP INDEX negotiation_bf;
DROP INDEX negotiation_sf;
CREATE INDEX negotiation_bf ON negotiation(bf_id, status, bf_modified DESC, is_note, started_at, sf_id);
CREATE INDEX negotiation_sf ON negotiation(sf_id, status, status_at, bf_id, started_at, offered_at, reopen_asked_at, ended_from, is_note, seller_approval_status);
-- Of the sides of one institution: those with itself on the other side, and the signed ones, which are few.
CREATE INDEX negotiation_house ON negotiation(bf_id) WHERE bf_id = sf_id;
CREATE INDEX negotiation_signed_bf ON negotiation(bf_id, id) WHERE status = 5;
CREATE INDEX negotiation_signed_sf ON negotiation(sf_id, id) WHERE status = 5;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';

-- +goose Up
-- Groups of words that the office adds to the dictionary by which searches are widened (app/vocabulary). same, narrower: words separated by 、
-- as they were written; head_folded is the head in the form of searches, each once.
CREATE TABLE word_group (
  id TEXT PRIMARY KEY, version INTEGER NOT NULL CHECK (version > 0), head TEXT NOT NULL, head_folded TEXT NOT NULL UNIQUE CHECK (head_folded <> ''),
  same TEXT NOT NULL, narrower TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL, modifier TEXT NOT NULL, modified INTEGER NOT NULL
) STRICT, WITHOUT ROWID;


-- 相場: medians of concluded deals, published once a quarter (compliance.md 3). An edition is made once for a quarter, out of the deals
-- signed before it begins. A figure stays as it was published until enough further deals stand behind a new one: market_deal holds of which
-- deals it was made, since two figures of one cell must differ by several deals, never by one.
CREATE TABLE market_edition (
  quarter TEXT PRIMARY KEY, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- kind 1 price, 2 price by sales, 3 price by EBITDA, 4 months from publication to contract. value is rounded, deals is a step.
CREATE TABLE market_figure (
  seq INTEGER PRIMARY KEY, class TEXT NOT NULL, band INTEGER NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
  quarter TEXT NOT NULL REFERENCES market_edition(quarter), value INTEGER NOT NULL, deals INTEGER NOT NULL CHECK (deals >= 3),
  UNIQUE (class, band, kind)
) STRICT;
CREATE TABLE market_deal (
  figure INTEGER NOT NULL REFERENCES market_figure(seq), negotiation_id TEXT NOT NULL REFERENCES negotiation(id),
  PRIMARY KEY (figure, negotiation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX market_deal_negotiation ON market_deal(negotiation_id);

-- How a party answers (返事の速さ), in bands over 90 days, made anew once a day of what was over before that day: party is an institution or a
-- buyer company with enough cases. speed 1 on the day, 2 in 1 or 2 business days, 3 in 3 to 5, 4 later; share of ten.
-- is_told 0 stays with the party's own bank, since too few others are behind it.
CREATE TABLE response_figure (
  party TEXT PRIMARY KEY, day TEXT NOT NULL, speed INTEGER NOT NULL CHECK (speed BETWEEN 1 AND 4),
  share INTEGER NOT NULL CHECK (share BETWEEN 0 AND 10), is_told INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';

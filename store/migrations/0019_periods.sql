-- +goose Up
-- The periods and limits that the office may set, by version (domain 3, 4, 6, 7). What the platform
-- brings along is in force until version 1 and has no row. A version holds every item, so that what was
-- begun under it can go on by it.
CREATE TABLE network_period (
  version INTEGER NOT NULL CHECK (version > 0), item TEXT NOT NULL, value INTEGER NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (version, item)
) STRICT, WITHOUT ROWID;
-- What of the network's settings was changed, by whom and when.
CREATE TABLE setting_change (
  seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, item TEXT NOT NULL, was TEXT NOT NULL, becomes TEXT NOT NULL, creator TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
-- The weights of the match score were kept by version already. Version 1 is that of domain 8 at the time.
INSERT INTO setting_change (kind, item, was, becomes, creator, created)
  SELECT 'weights', n.item, CAST(coalesce(o.weight, CASE n.item WHEN 'industry' THEN 30 WHEN 'region' THEN 20 WHEN 'price' THEN 20 WHEN 'sales' THEN 10 ELSE 5 END) AS TEXT), CAST(n.weight AS TEXT), n.creator, n.created
  FROM score_weight n LEFT JOIN score_weight o ON o.item = n.item AND o.version = n.version - 1
  WHERE n.weight <> coalesce(o.weight, CASE n.item WHEN 'industry' THEN 30 WHEN 'region' THEN 20 WHEN 'price' THEN 20 WHEN 'sales' THEN 10 ELSE 5 END)
  ORDER BY n.version, n.item;
-- The office's figures over time: a month is read without the rest of the history.
CREATE INDEX negotiation_history_figure ON negotiation_history(at, event, from_status, to_status, reason, side, negotiation_id)
  WHERE from_status < to_status OR event IN ('offer_send', 'offer_open');
CREATE INDEX listing_history_shown ON listing_history(at) WHERE to_status = 1 AND from_status IN (0, 4);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';

-- +goose Up
-- The words by which everybody finds a listing held the region where its company really is, also where
-- its bank had chosen others to be published. They name the chosen ones alone from now on; what stands
-- there is mended. The real one stood right before the first of them.
WITH place (key, label) AS (VALUES (1, '北海道'), (2, '東北'), (3, '関東'), (4, '甲信越'), (5, '北陸'), (6, '東海'), (7, '近畿'), (8, '中国'), (9, '四国'), (10, '九州・沖縄'),
  (90, '海外'), (99, '全国・地域を問わない'))
UPDATE listing_content AS c SET free_text_folded = replace(c.free_text_folded, ' ' || hidden.label || ' ' || chosen.label, ' ' || chosen.label)
FROM place AS hidden, listing_code AS r, place AS chosen
WHERE c.is_prefecture_public = 0 AND hidden.key = c.region
  AND r.listing_id = c.listing_id AND r.side = c.side AND r.field = 'region' AND chosen.key = CAST(r.code AS INTEGER)
  AND instr(c.free_text_folded, ' ' || hidden.label || ' ' || chosen.label) > 0
  AND NOT EXISTS (SELECT 1 FROM listing_code x WHERE x.listing_id = c.listing_id AND x.side = c.side AND x.field = 'region' AND CAST(x.code AS INTEGER) = c.region);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';

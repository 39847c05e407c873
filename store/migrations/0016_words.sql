-- +goose Up
-- The free words: pairs of neighbouring characters of the folded texts, made by the program, so that a
-- word of any length is found by its pairs in a row. A row is a listing's published text, or the texts
-- of a buyer's living needs, under the row number of the listing or the company.
CREATE VIRTUAL TABLE listing_words USING fts5(text, content='', contentless_delete=1, tokenize='ascii');
CREATE VIRTUAL TABLE needs_words USING fts5(text, content='', contentless_delete=1, tokenize='ascii');

-- Whose words are not right any more: kind 1 companies, 2 listings. The write that made them wrong
-- mends them before it commits; where a row is left, words are sought in the texts themselves.
CREATE TABLE words_due (kind INTEGER NOT NULL CHECK (kind IN (1,2)), seq INTEGER NOT NULL, PRIMARY KEY (kind, seq)) STRICT, WITHOUT ROWID;
INSERT INTO words_due SELECT 2, l.seq FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = 2;
INSERT INTO words_due SELECT DISTINCT 1, c.seq FROM company c JOIN needs n ON n.client_id = c.id;

-- +goose StatementBegin
CREATE TRIGGER listing_words_new AFTER INSERT ON listing_content WHEN NEW.side = 2 BEGIN
  INSERT OR IGNORE INTO words_due SELECT 2, seq FROM listing WHERE id = NEW.listing_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_words_changed AFTER UPDATE ON listing_content WHEN NEW.side = 2 AND OLD.free_text_folded <> NEW.free_text_folded BEGIN
  INSERT OR IGNORE INTO words_due SELECT 2, seq FROM listing WHERE id = NEW.listing_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER listing_words_gone AFTER DELETE ON listing_content WHEN OLD.side = 2 BEGIN
  INSERT OR IGNORE INTO words_due SELECT 2, seq FROM listing WHERE id = OLD.listing_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_words_new AFTER INSERT ON needs BEGIN
  INSERT OR IGNORE INTO words_due SELECT 1, seq FROM company WHERE id = NEW.client_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_words_changed AFTER UPDATE ON needs WHEN OLD.free_text_folded <> NEW.free_text_folded OR OLD.status <> NEW.status OR OLD.client_id <> NEW.client_id BEGIN
  INSERT OR IGNORE INTO words_due SELECT 1, seq FROM company WHERE id IN (OLD.client_id, NEW.client_id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER needs_words_gone AFTER DELETE ON needs BEGIN
  INSERT OR IGNORE INTO words_due SELECT 1, seq FROM company WHERE id = OLD.client_id;
END;
-- +goose StatementEnd

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';

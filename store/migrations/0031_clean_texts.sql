-- +goose Up
-- Texts are cleaned at the door from now on (domain.md 0.10): composed, and without characters that nobody sees.
-- What is stored is mended here, by the same function (store/clean.go). The folded columns, of which searches and
-- checks read, had none of these characters ever. Left alone: what a hash is taken of or a chain holds (audit, ledger,
-- the network's texts, an owner's frozen snapshot), what waits to be sent, and rows of an import, which ends or goes on
-- through the door.
UPDATE account_request SET fields = cleaned(fields), reason = cleaned(reason) WHERE NOT is_clean(fields, reason);
UPDATE break_glass SET reason = cleaned(reason) WHERE NOT is_clean(reason);
UPDATE company SET ma_reason_others = cleaned(ma_reason_others), industry_other_text = cleaned(industry_other_text),
    industry_other_texts = cleaned(industry_other_texts), remark = cleaned(remark), financial_memo =
    cleaned(financial_memo), return_comment = cleaned(return_comment) WHERE NOT is_clean(ma_reason_others,
    industry_other_text, industry_other_texts, remark, financial_memo, return_comment);
UPDATE company_details SET company_name = cleaned(company_name), representative_name = cleaned(representative_name),
    town_name = cleaned(town_name), building_name = cleaned(building_name), home_page_url = cleaned(home_page_url)
    WHERE NOT is_clean(company_name, representative_name, town_name, building_name, home_page_url);
UPDATE document SET title = cleaned(title) WHERE NOT is_clean(title);
UPDATE faq SET category = cleaned(category), question = cleaned(question), answer = cleaned(answer) WHERE NOT
    is_clean(category, question, answer);
UPDATE file SET name = cleaned(name) WHERE NOT is_clean(name);
UPDATE held_text SET body = cleaned(body), reason = cleaned(reason) WHERE NOT is_clean(body, reason);
UPDATE inquiry SET name = cleaned(name), name_kana = cleaned(name_kana), organisation = cleaned(organisation), phone =
    cleaned(phone), body = cleaned(body), note = cleaned(note) WHERE NOT is_clean(name, name_kana, organisation,
    phone, body, note);
UPDATE institution SET name = cleaned(name), name_kana = cleaned(name_kana), short_name = cleaned(short_name),
    representative_name = cleaned(representative_name), address = cleaned(address), building_name =
    cleaned(building_name), responsible_name = cleaned(responsible_name), responsible_department =
    cleaned(responsible_department), responsible_position = cleaned(responsible_position), handling_business =
    cleaned(handling_business), sales_region = cleaned(sales_region) WHERE NOT is_clean(name, name_kana, short_name,
    representative_name, address, building_name, responsible_name, responsible_department, responsible_position,
    handling_business, sales_region);
UPDATE listing SET stop_reason = cleaned(stop_reason), return_comment = cleaned(return_comment), justifications =
    cleaned(justifications) WHERE NOT is_clean(stop_reason, return_comment, justifications);
UPDATE listing_content SET business_name = cleaned(business_name), description = cleaned(description),
    sales_asset_other = cleaned(sales_asset_other), others = cleaned(others), industry_other_text =
    cleaned(industry_other_text), industry_other_texts = cleaned(industry_other_texts), company_name =
    cleaned(company_name), representative_name = cleaned(representative_name), address = cleaned(address),
    home_page_url = cleaned(home_page_url), target_url = cleaned(target_url), markets = cleaned(markets),
    target_customers = cleaned(target_customers), services = cleaned(services), advantage = cleaned(advantage),
    providing_method = cleaned(providing_method), assignment_reason_addition = cleaned(assignment_reason_addition),
    supplementary_description = cleaned(supplementary_description) WHERE NOT is_clean(business_name, description,
    sales_asset_other, others, industry_other_text, industry_other_texts, company_name, representative_name, address,
    home_page_url, target_url, markets, target_customers, services, advantage, providing_method,
    assignment_reason_addition, supplementary_description);
UPDATE listing_history SET comment = cleaned(comment) WHERE NOT is_clean(comment);
UPDATE login_change SET reason = cleaned(reason) WHERE NOT is_clean(reason);
UPDATE long_list SET name = cleaned(name) WHERE NOT is_clean(name);
UPDATE message SET body = cleaned(body) WHERE NOT is_clean(body);
UPDATE milestone SET note = cleaned(note) WHERE NOT is_clean(note);
UPDATE milestone_proposal SET note = cleaned(note), return_reason = cleaned(return_reason) WHERE NOT is_clean(note,
    return_reason);
UPDATE needs SET title = cleaned(title), detail = cleaned(detail), acquisition_asset_other =
    cleaned(acquisition_asset_other), industry_other_text = cleaned(industry_other_text), industry_other_texts =
    cleaned(industry_other_texts) WHERE NOT is_clean(title, detail, acquisition_asset_other, industry_other_text,
    industry_other_texts);
UPDATE negotiation SET offer_message = cleaned(offer_message), reject_reason = cleaned(reject_reason), funds_purpose =
    cleaned(funds_purpose), approval_number = cleaned(approval_number), end_comment = cleaned(end_comment), person_bf
    = cleaned(person_bf), person_sf = cleaned(person_sf) WHERE NOT is_clean(offer_message, reject_reason,
    funds_purpose, approval_number, end_comment, person_bf, person_sf);
UPDATE negotiation_history SET comment = cleaned(comment), old_value = cleaned(old_value), new_value =
    cleaned(new_value), owner_reason = cleaned(owner_reason) WHERE NOT is_clean(comment, old_value, new_value,
    owner_reason);
UPDATE registration SET known = cleaned(known), entered = cleaned(entered), comment = cleaned(comment) WHERE NOT
    is_clean(known, entered, comment);
-- A user's two searches of one screen that only look alike stay two: the second keeps its name until it is renamed.
UPDATE OR IGNORE saved_search SET name = cleaned(name) WHERE NOT is_clean(name);
UPDATE topic SET title = cleaned(title), body = cleaned(body) WHERE NOT is_clean(title, body);
UPDATE "user" SET user_name = cleaned(user_name), user_name_kana = cleaned(user_name_kana), department =
    cleaned(department), position = cleaned(position) WHERE NOT is_clean(user_name, user_name_kana, department,
    position);
-- Last: the names mended above have become former names with the characters in them. Two that were told apart by these
-- alone are one.
UPDATE OR REPLACE former_name SET company_name = cleaned(company_name), person_name = cleaned(person_name), person_name_kana =
    cleaned(person_name_kana) WHERE NOT is_clean(company_name, person_name, person_name_kana);

-- +goose Down
SELECT 'forward only: an older binary refuses a newer database';

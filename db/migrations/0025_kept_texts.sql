-- what proofs name stays as it was shown; whether a document is a sample, and of what it was drawn, may change
CREATE TRIGGER `wordings_unchanged` BEFORE UPDATE ON `wordings` BEGIN
	SELECT RAISE(ABORT, 'A wording is never changed.');
END;
--> statement-breakpoint
CREATE TRIGGER `wordings_kept` BEFORE DELETE ON `wordings`
WHEN EXISTS (SELECT 1 FROM `evidence` WHERE `wording_sha256` = old.`sha256`) BEGIN
	SELECT RAISE(ABORT, 'A wording is kept while a proof names it.');
END;
--> statement-breakpoint
-- instances that start together store the same one
CREATE TRIGGER `wordings_not_replaced` BEFORE INSERT ON `wordings`
WHEN EXISTS (
	SELECT 1 FROM `wordings` WHERE (`sha256` = new.`sha256` OR `rowid` = new.`rowid`)
	AND (`sha256`, `key`, `text`) IS NOT (new.`sha256`, new.`key`, new.`text`)
) BEGIN
	SELECT RAISE(ABORT, 'A wording is never replaced.');
END;
--> statement-breakpoint
CREATE TRIGGER `documents_unchanged` BEFORE UPDATE OF `kind`, `version`, `sha256`, `bytes`, `created_at` ON `documents` BEGIN
	SELECT RAISE(ABORT, 'A document is never changed.');
END;
--> statement-breakpoint
CREATE TRIGGER `documents_not_replaced` BEFORE INSERT ON `documents`
WHEN EXISTS (
	SELECT 1 FROM `documents` WHERE `rowid` = new.`rowid`
	OR (`kind` = new.`kind` AND (`version` = new.`version` OR `sha256` = new.`sha256`))
) BEGIN
	SELECT RAISE(ABORT, 'A document is never replaced.');
END;

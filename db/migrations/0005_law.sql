CREATE TABLE `advice_records` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`wishes` text NOT NULL,
	`advice` text NOT NULL,
	`username` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `advice_records_application` ON `advice_records` (`application_id`);--> statement-breakpoint
CREATE TABLE `document_deliveries` (
	`application_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`mail_id` text,
	`contents` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`application_id`, `fingerprint`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`mail_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `document_deliveries_mail` ON `document_deliveries` (`mail_id`);--> statement-breakpoint
CREATE TABLE `documents` (
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`sha256` text NOT NULL,
	`bytes` blob NOT NULL,
	`sample` integer NOT NULL,
	`recipe` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `version`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_content` ON `documents` (`kind`,`sha256`);--> statement-breakpoint
CREATE TABLE `evidence` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`application_id` text,
	`callback_id` text,
	`person_key` text,
	`wording_sha256` text,
	`document_sha256` text,
	`way` text NOT NULL,
	`mail_id` text,
	`keep_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `evidence_application` ON `evidence` (`application_id`,`at`);--> statement-breakpoint
CREATE INDEX `evidence_person` ON `evidence` (`person_key`,`at`);--> statement-breakpoint
CREATE TABLE `sealed_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`received_at` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`contract` text,
	`application_id` text,
	`match` text NOT NULL,
	`assigned_at` integer,
	`outcome` text,
	`note` text,
	`closed_at` integer,
	`content_hash` text NOT NULL,
	`token_hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_token_hash_unique` ON `withdrawals` (`token_hash`);--> statement-breakpoint
CREATE INDEX `withdrawals_received` ON `withdrawals` (`received_at`);--> statement-breakpoint
CREATE INDEX `withdrawals_open` ON `withdrawals` (`received_at`) WHERE "withdrawals"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `withdrawals_content` ON `withdrawals` (`content_hash`,`received_at`);--> statement-breakpoint
CREATE INDEX `withdrawals_application` ON `withdrawals` (`application_id`);--> statement-breakpoint
CREATE TABLE `wordings` (
	`sha256` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`text` text NOT NULL,
	`first_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `applications` ADD `advice_waiver` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `advice_owed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `withdrawal_id` text REFERENCES withdrawals(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `outbox` ADD `advice_record_id` text REFERENCES advice_records(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `sepa_mandates` ADD `creditor_name` text;--> statement-breakpoint
ALTER TABLE `sepa_mandates` ADD `creditor_id` text;--> statement-breakpoint
UPDATE `sepa_mandates` SET `creditor_name` = 'Musterfirma Pferdeversicherung GmbH', `creditor_id` = 'DE98ZZZ09999999999' WHERE `mandate_reference` IS NOT NULL;--> statement-breakpoint
UPDATE `tariff_benefits` SET `description` = 'unbegrenzt im Rahmen der GOT-Sätze und Einzelgrenzen, ohne Jahreshöchstgrenze' WHERE `description` = 'unbegrenzt, ohne Jahreshöchstgrenze';--> statement-breakpoint
CREATE TRIGGER `evidence_unchanged` BEFORE UPDATE ON `evidence` BEGIN
	SELECT RAISE(ABORT, 'A proof is never changed.');
END;
--> statement-breakpoint
CREATE TRIGGER `evidence_kept` BEFORE DELETE ON `evidence`
WHEN old.`keep_until` > unixepoch() * 1000 AND NOT EXISTS (
	SELECT 1 FROM `applications` WHERE `id` = old.`application_id` AND `completed_at` IS NULL
) BEGIN
	SELECT RAISE(ABORT, 'A proof is kept until its time is over.');
END;
--> statement-breakpoint
CREATE TRIGGER `evidence_not_replaced` BEFORE INSERT ON `evidence`
WHEN EXISTS (SELECT 1 FROM `evidence` WHERE `id` = new.`id` OR `rowid` = new.`rowid`) BEGIN
	SELECT RAISE(ABORT, 'A proof is never replaced.');
END;
--> statement-breakpoint
CREATE TRIGGER `documents_kept` BEFORE DELETE ON `documents`
WHEN EXISTS (SELECT 1 FROM `evidence` WHERE `document_sha256` = old.`sha256`) BEGIN
	SELECT RAISE(ABORT, 'A document is kept while a proof names it.');
END;

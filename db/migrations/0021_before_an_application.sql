CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`email` text NOT NULL,
	`tariff_type` text NOT NULL,
	`self_participation` integer NOT NULL,
	`payment_frequency` text NOT NULL,
	`horse_birth_year` integer,
	`insurance_start_date` text,
	`monthly_cents` integer NOT NULL,
	`surcharge_percent` integer NOT NULL,
	`tariff_version` integer NOT NULL,
	`documents` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`reminder_consent` integer DEFAULT false NOT NULL,
	`reminded_at` integer,
	`source` text NOT NULL,
	`username` text,
	`application_id` text,
	`request_hash` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_number_unique` ON `offers` (`number`);--> statement-breakpoint
CREATE INDEX `offers_created` ON `offers` (`created_at`);--> statement-breakpoint
CREATE INDEX `offers_expires` ON `offers` (`expires_at`);--> statement-breakpoint
CREATE INDEX `offers_mailbox` ON `offers` (case when lower(substr("email", instr("email" || '@', '@') + 1)) glob '*[^a-z0-9.äöüß-]*' or (lower(substr("email", instr("email" || '@', '@') + 1)) glob '*xn--*' and lower(substr("email", instr("email" || '@', '@') + 1)) glob '*[äöüß]*') then replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', '') || '@' when lower(substr("email", instr("email" || '@', '@') + 1)) in ('gmail.com', 'googlemail.com') then replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', '') || '@gmail.com' else lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)) || '@' || lower(substr("email", instr("email" || '@', '@') + 1)) end);--> statement-breakpoint
CREATE INDEX `offers_application` ON `offers` (`application_id`);--> statement-breakpoint
CREATE TABLE `preparations` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`callback_id` text,
	`email` text NOT NULL,
	`prepared_values` text NOT NULL,
	`username` text NOT NULL,
	`created_at` integer NOT NULL,
	`invited_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`request_hash` text NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`callback_id`) REFERENCES `callback_requests`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `preparations_application_id_unique` ON `preparations` (`application_id`);--> statement-breakpoint
CREATE INDEX `preparations_created` ON `preparations` (`created_at`);--> statement-breakpoint
CREATE INDEX `preparations_expires` ON `preparations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `preparations_callback` ON `preparations` (`callback_id`);--> statement-breakpoint
CREATE INDEX `preparations_mailbox` ON `preparations` (case when lower(substr("email", instr("email" || '@', '@') + 1)) glob '*[^a-z0-9.äöüß-]*' or (lower(substr("email", instr("email" || '@', '@') + 1)) glob '*xn--*' and lower(substr("email", instr("email" || '@', '@') + 1)) glob '*[äöüß]*') then replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', '') || '@' when lower(substr("email", instr("email" || '@', '@') + 1)) in ('gmail.com', 'googlemail.com') then replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', '') || '@gmail.com' else lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)) || '@' || lower(substr("email", instr("email" || '@', '@') + 1)) end);--> statement-breakpoint
ALTER TABLE `applications` ADD `prefilled_by` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `offer_id` text REFERENCES `offers`(`id`) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `outbox_offer` ON `outbox` (`offer_id`) WHERE "outbox"."offer_id" is not null;
CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`current_step` integer DEFAULT 1 NOT NULL,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`author_hash` text
);
--> statement-breakpoint
CREATE INDEX `applications_created` ON `applications` (`created_at`);--> statement-breakpoint
CREATE INDEX `applications_open` ON `applications` (`updated_at`) WHERE "applications"."completed_at" is null;--> statement-breakpoint
CREATE TABLE `callback_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`email` text,
	`preferred_time` text,
	`message` text,
	`source` text DEFAULT 'website' NOT NULL,
	`processed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `callback_requests_created` ON `callback_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `contact_data` (
	`id` text NOT NULL,
	`application_id` text PRIMARY KEY NOT NULL,
	`salutation` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`data_processing_consent` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_data_id_unique` ON `contact_data` (`id`);--> statement-breakpoint
CREATE TABLE `horse_data` (
	`id` text NOT NULL,
	`application_id` text PRIMARY KEY NOT NULL,
	`insurance_start_date` text NOT NULL,
	`horse_name` text NOT NULL,
	`birth_date` text NOT NULL,
	`gender` text NOT NULL,
	`chip_number` text,
	`requirements_consent` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `horse_data_id_unique` ON `horse_data` (`id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`email_type` text NOT NULL,
	`recipient_email` text NOT NULL,
	`recipient_name` text DEFAULT '' NOT NULL,
	`subject` text NOT NULL,
	`application_id` text,
	`callback_request_id` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`lease_owner` text,
	`attempted_at` integer,
	`error` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`callback_request_id`) REFERENCES `callback_requests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE "outbox"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_application` ON `outbox` (`application_id`);--> statement-breakpoint
CREATE INDEX `outbox_log` ON `outbox` (`attempted_at`);--> statement-breakpoint
CREATE TABLE `policyholder_info` (
	`id` text NOT NULL,
	`application_id` text PRIMARY KEY NOT NULL,
	`salutation` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`birth_date` text NOT NULL,
	`street` text NOT NULL,
	`house_number` text NOT NULL,
	`zip_code` text NOT NULL,
	`city` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `policyholder_info_id_unique` ON `policyholder_info` (`id`);--> statement-breakpoint
CREATE TABLE `premium_options` (
	`tariff_type` text NOT NULL,
	`self_participation` integer NOT NULL,
	`monthly_cents` integer NOT NULL,
	FOREIGN KEY (`tariff_type`) REFERENCES `tariffs`(`type`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `premium_options_key` ON `premium_options` (`tariff_type`,`self_participation`);--> statement-breakpoint
CREATE TABLE `sepa_mandates` (
	`id` text NOT NULL,
	`application_id` text PRIMARY KEY NOT NULL,
	`account_holder` text NOT NULL,
	`iban` text NOT NULL,
	`bic` text NOT NULL,
	`bank_name` text NOT NULL,
	`mandate_consent` integer NOT NULL,
	`mandate_reference` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sepa_mandates_id_unique` ON `sepa_mandates` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sepa_mandates_mandate_reference_unique` ON `sepa_mandates` (`mandate_reference`);--> statement-breakpoint
CREATE TABLE `tariff_benefits` (
	`tariff_type` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	FOREIGN KEY (`tariff_type`) REFERENCES `tariffs`(`type`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tariff_benefits_key` ON `tariff_benefits` (`tariff_type`,`position`);--> statement-breakpoint
CREATE TABLE `tariff_selections` (
	`id` text NOT NULL,
	`application_id` text PRIMARY KEY NOT NULL,
	`tariff_type` text NOT NULL,
	`self_participation` integer NOT NULL,
	`payment_frequency` text NOT NULL,
	`monthly_cents` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tariff_selections_id_unique` ON `tariff_selections` (`id`);--> statement-breakpoint
CREATE TABLE `tariffs` (
	`type` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`badge` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`email` text,
	`role` text NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);
CREATE TABLE `__new_preparations` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`callback_id` text,
	`email` text NOT NULL,
	`policyholder_email` text,
	`prepared_values` text NOT NULL,
	`username` text NOT NULL,
	`created_at` integer NOT NULL,
	`invited_at` integer,
	`expires_at` integer NOT NULL,
	`request_hash` text NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`callback_id`) REFERENCES `callback_requests`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_preparations` (`id`, `application_id`, `callback_id`, `email`, `policyholder_email`, `prepared_values`, `username`, `created_at`, `invited_at`, `expires_at`, `request_hash`) SELECT `id`, `application_id`, `callback_id`, `email`, json_extract(`prepared_values`, '$.policyholder.email'), `prepared_values`, `username`, `created_at`, nullif(`invited_at`, `created_at`), `expires_at`, `request_hash` FROM `preparations`;--> statement-breakpoint
DROP TABLE `preparations`;--> statement-breakpoint
ALTER TABLE `__new_preparations` RENAME TO `preparations`;--> statement-breakpoint
CREATE UNIQUE INDEX `preparations_application_id_unique` ON `preparations` (`application_id`);--> statement-breakpoint
CREATE INDEX `preparations_created` ON `preparations` (`created_at`);--> statement-breakpoint
CREATE INDEX `preparations_expires` ON `preparations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `preparations_callback` ON `preparations` (`callback_id`);--> statement-breakpoint
CREATE INDEX `preparations_mailbox` ON `preparations` (case when lower(substr("email", instr("email" || '@', '@') + 1)) glob '*[^a-z0-9.äöüß-]*' or (lower(substr("email", instr("email" || '@', '@') + 1)) glob '*xn--*' and lower(substr("email", instr("email" || '@', '@') + 1)) glob '*[äöüß]*') then replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', '') || '@' when lower(substr("email", instr("email" || '@', '@') + 1)) in ('gmail.com', 'googlemail.com') then replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', '') || '@gmail.com' else lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)) || '@' || lower(substr("email", instr("email" || '@', '@') + 1)) end);--> statement-breakpoint
CREATE INDEX `preparations_policyholder_mailbox` ON `preparations` (case when lower(substr("policyholder_email", instr("policyholder_email" || '@', '@') + 1)) glob '*[^a-z0-9.äöüß-]*' or (lower(substr("policyholder_email", instr("policyholder_email" || '@', '@') + 1)) glob '*xn--*' and lower(substr("policyholder_email", instr("policyholder_email" || '@', '@') + 1)) glob '*[äöüß]*') then replace(lower(substr("policyholder_email", 1, min(instr("policyholder_email" || '@', '@'), instr("policyholder_email" || '+', '+')) - 1)), '.', '') || '@' when lower(substr("policyholder_email", instr("policyholder_email" || '@', '@') + 1)) in ('gmail.com', 'googlemail.com') then replace(lower(substr("policyholder_email", 1, min(instr("policyholder_email" || '@', '@'), instr("policyholder_email" || '+', '+')) - 1)), '.', '') || '@gmail.com' else lower(substr("policyholder_email", 1, min(instr("policyholder_email" || '@', '@'), instr("policyholder_email" || '+', '+')) - 1)) || '@' || lower(substr("policyholder_email", instr("policyholder_email" || '@', '@') + 1)) end);
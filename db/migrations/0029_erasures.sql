CREATE TABLE `erasures` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`kind`, `id`)
);
--> statement-breakpoint
CREATE INDEX `erasures_at` ON `erasures` (`kind`,`at`);--> statement-breakpoint
INSERT INTO `erasures` SELECT 'draft', `application_id`, `at` FROM `erased_drafts`;--> statement-breakpoint
INSERT INTO `erasures`
	SELECT CASE `action`
		WHEN 'preparation_deleted' THEN 'preparation'
		WHEN 'offer_deleted' THEN 'offer'
		WHEN 'callback_deleted' THEN 'callback'
		WHEN 'user_deleted' THEN 'user'
		WHEN 'contact_erased' THEN 'contact'
		WHEN 'policyholder_erased' THEN 'policyholder'
		ELSE 'application'
	END, `subject_id`, max(`at`)
	FROM `audit_log`
	WHERE `action` IN ('application_deleted', 'completed_application_deleted', 'preparation_deleted', 'offer_deleted',
		'callback_deleted', 'user_deleted', 'contact_erased', 'policyholder_erased')
	GROUP BY 1, 2;--> statement-breakpoint
DROP TABLE `erased_drafts`;
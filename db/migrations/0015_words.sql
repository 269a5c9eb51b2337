ALTER TABLE `cases` ADD `words_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `cases_old_words` ON `cases` (`number`) WHERE "cases"."words_version" < 1;--> statement-breakpoint
UPDATE `cases` SET `words_version` = 1 WHERE ifnull(`policy_number`, '') NOT GLOB '*[^ -~]*' AND `application_id` NOT IN (
	SELECT `application_id` FROM `contact_data` WHERE `first_name` || `last_name` || `email` GLOB '*[^ -~]*' OR `email` LIKE '%xn--%'
	UNION SELECT `application_id` FROM `policyholder_info` WHERE `first_name` || `last_name` || `email` GLOB '*[^ -~]*' OR `email` LIKE '%xn--%'
	UNION SELECT `application_id` FROM `horse_data` WHERE `horse_name` GLOB '*[^ -~]*'
);

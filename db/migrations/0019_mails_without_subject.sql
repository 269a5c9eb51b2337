ALTER TABLE `outbox` ALTER COLUMN "subject" TO "subject" text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `account` text;--> statement-breakpoint
UPDATE `outbox` SET `account` = substr(`subject`, instr(`subject`, '(') + 1, length(`subject`) - instr(`subject`, '(') - 1)
WHERE `email_type` = 'security_alert';--> statement-breakpoint
UPDATE `outbox` SET `audit_id` = (
	SELECT min(`audit_log`.`id`) FROM `audit_log` WHERE `audit_log`.`at` = `outbox`.`created_at`
	AND `audit_log`.`action` = CASE substr(`subject`, 21, instr(`subject`, '(') - 22)
		WHEN 'Viele Anträge geöffnet' THEN 'many_opened'
		WHEN 'Viele Anträge gelöscht' THEN 'many_deleted'
		WHEN 'Viele Personen in Listen' THEN 'many_listed'
		WHEN 'Viele E-Mails an neue Adressen' THEN 'many_first_contacts'
		WHEN 'Benutzer erstellt' THEN 'user_created'
		WHEN 'Benutzer gelöscht' THEN 'user_deleted'
		WHEN 'Sitzungen beendet' THEN 'sessions_ended'
		WHEN 'Zwei-Faktor-Anmeldung beendet' THEN 'second_factor_ended' END
	AND (`audit_log`.`action` NOT LIKE 'many%' OR `audit_log`.`username` = `outbox`.`account`)
) WHERE `email_type` = 'security_alert' AND `audit_id` IS NULL;

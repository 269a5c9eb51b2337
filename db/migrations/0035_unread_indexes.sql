DROP INDEX `applications_funnel`;--> statement-breakpoint
DROP INDEX `mail_contacts_network`;
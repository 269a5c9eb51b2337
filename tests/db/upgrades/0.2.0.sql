-- A backup of a database of 0.2.0, as text: made by make.ts. Its people and keys are invented.
-- token: eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIzZmYwY2FkNi00MzRjLTQ3ODUtOWZhNy00YzVmZGI1MTQ5ZGEiLCJ2ZXIiOjIsImV4cCI6MTc5NTY1NDgwMywiaWF0IjoxNzk1NjI2MDAzfQ.1_ZFHTvVUJ4CIqWoAg_kee55Tm_IOS6n5dqRPpZXDww
CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric);
INSERT INTO `__drizzle_migrations` VALUES (NULL, 'd6a19cc6fce3e89128fb46f2e4cdcd38807235b34c8c02852d6f20cd0d1c6ca6', 1795205894935);
INSERT INTO `__drizzle_migrations` VALUES (NULL, '7736e0538e67a58c4ee2a8d27849b48c176921a0f9f4df187dcf688b4c9ac24c', 1795289295085);
INSERT INTO `__drizzle_migrations` VALUES (NULL, 'b8a0aeac48b33eac8880a1997519a13e9820678373600c6f46286572b034a4fd', 1795291736219);
INSERT INTO `__drizzle_migrations` VALUES (NULL, '0146fc17e9eac664145693f50be83cbc6f1e0ea1cdfdbe7ca2def65ac8044327', 1795293675758);
INSERT INTO `__drizzle_migrations` VALUES (NULL, '6a9576364eb90e4e31e41fa39acf754a249b42ee8eb3dd244a19bf0feb0d36e8', 1795328645869);
CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`current_step` integer DEFAULT 1 NOT NULL,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`author_hash` text
, `furthest_step` integer DEFAULT 1 NOT NULL, `first_reminder_at` integer, `second_reminder_at` integer, `reminders_stopped_at` integer, `reachable` integer DEFAULT false NOT NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000001', 6, 1795338011476, 1795338011125, 1795338011476, '1Q-mBL-sCqJPB808pxHFH-j9cFBJnSMnXr41oh-x51k', 6, NULL, NULL, NULL, 1);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000002', 6, 1795338016275, 1795338011543, 1795338016275, 'eC8QIPCCZ_c5ZKNy1cD6L4pQAD9IL5pXNu40Srn3ymw', 6, NULL, NULL, NULL, 1);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000003', 6, 1795338018084, 1795338016307, 1795338018084, 'rdpKnA1wmNUEl2j30035_W06l0czI0ZyVb0p2EWpRDE', 6, NULL, NULL, NULL, 1);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000011', 1, NULL, 1795338018112, 1795338019717, 'qbA0FMdU552BUwRwbh6-FVerh34QuSmfpGorjRLybio', 1, NULL, NULL, NULL, 0);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000012', 2, NULL, 1795338019799, 1795338019840, 'jAleomx5zYaxn2kBPik2KDlcb1hgE8tK5XwkUu3PYB8', 2, NULL, NULL, NULL, 0);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000013', 3, NULL, 1795338019851, 1795338019901, 'ZPU9MXp9xgVQbDq4_y4GhkYiwu9EgCBhQ_xwdNK6puY', 3, 1795435203100, 1795626002004, NULL, 1);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000014', 4, NULL, 1795338019939, 1795338019975, 'l19i1g0XEEuPpLQ8xTBiCf__iSWxYWejcm4ERmVfKEs', 4, 1795435203100, 1795626002004, NULL, 1);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000015', 5, NULL, 1795338019983, 1795338020019, '_7Ic-r_3z7zMSEqYd_vMZP1ZEoTeM4H_-3KS0I0EJMQ', 5, 1795435203100, 1795626002004, NULL, 1);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000016', 6, NULL, 1795338020034, 1795338020078, 'nkWufNuekqcpJyVXjyy0sD7780FTIDFXlrxwepcN858', 6, 1795435203100, 1795626002004, NULL, 1);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000021', 4, NULL, 1795338020087, 1795338020166, '5--Eff3-LGcfb1PJLXgSyeEH0vM3eUv5fzw7rGmlJ8o', 4, 1795435203100, NULL, 1795435204907, 1);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000004', 6, 1795626006693, 1795626006514, 1795626006693, 'DBz4-auD5JlFHRjJNvnm3WlFhSRJm2zH1VsYhl4jobo', 6, NULL, NULL, NULL, 1);
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
INSERT INTO `callback_requests` VALUES ('7c6b1844-7801-4966-9f6a-aeb772e94c17', 'Jo Beck', '030 23125 100', 'jo.beck@post.example', NULL, NULL, 'messe-equitana', 1795435205914, 1795338020222);
INSERT INTO `callback_requests` VALUES ('7ff3a702-98c9-4584-a8d6-7b75285009c7', 'Şule Öztürk', '030 23125 101', 'jo@xn--bcher-kva.example', 'Dienstag ab 17 Uhr', NULL, 'website', NULL, 1795338020352);
INSERT INTO `callback_requests` VALUES ('ec57c067-71c7-44f4-a860-4dba4d0f5eb0', 'Max Fehl', '030 23125 102', 'nobody@post.example', NULL, NULL, 'website', NULL, 1795435205070);
INSERT INTO `callback_requests` VALUES ('2b7f5060-da6e-49bc-a3c1-2b4c10e5fa23', 'Ida Später', '030 23125 103', 'later@post.example', NULL, NULL, 'website', NULL, 1795435205339);
CREATE TABLE `tariffs` (
	`type` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`badge` text NOT NULL
);
INSERT INTO `tariffs` VALUES ('basis', 0, 'Basis-OP-Schutz', 'Günstiger Basisschutz');
INSERT INTO `tariffs` VALUES ('top', 1, 'Top-OP-Schutz', 'Empfehlung');
INSERT INTO `tariffs` VALUES ('premium', 2, 'Premium-OP-Schutz', 'Umfassender Schutz');
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
INSERT INTO `users` VALUES ('29bfe324-2a8e-4c06-b246-614c32cd850d', 'admin', 'admin', '$argon2id$v=19$m=65536,t=2,p=1$KlShkxTScWvbFKUHB7QRXXCLFcV8h5bX1dMg+MqlrR8$SSlr+Jg6LIl18uux8G8jkXsuCcIsdZwDd+aZdsv3MxA', NULL, 'admin', 1, 1795338003146);
INSERT INTO `users` VALUES ('3ff0cad6-434c-4785-9fa7-4c5fdb5149da', 'lukas.weber', 'lukas.weber', '$argon2id$v=19$m=65536,t=2,p=1$40FAy564lAOQK4EoJmT2+LahNDakUsr/UOg9/MD03nQ$RUrDx2uXcERctJ57Tkp3KEAs9Oo6DerzDiLi5TyZUrw', 'l.weber@sattelfest.example', 'sachbearbeiter', 2, 1795338008607);
INSERT INTO `users` VALUES ('3520cc96-2a9d-4e4a-addc-207a33be1260', 'System', 'system', '$argon2id$v=19$m=65536,t=2,p=1$U6fFuW1cr/HQISUe5h2OLbL/Qw7o5oPoXbAjH15M+lM$pfX7R3sqWu+8+1PKvb3yENyEVjHeJ+h2NO8tIGqDJRo', NULL, 'admin', 1, 1795338009537);
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` text NOT NULL,
	`username` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text NOT NULL
);
INSERT INTO `audit_log` VALUES (1, 1795338008607, '29bfe324-2a8e-4c06-b246-614c32cd850d', 'admin', 'user_created', '3ff0cad6-434c-4785-9fa7-4c5fdb5149da');
INSERT INTO `audit_log` VALUES (2, 1795338009537, '29bfe324-2a8e-4c06-b246-614c32cd850d', 'admin', 'user_created', '3520cc96-2a9d-4e4a-addc-207a33be1260');
INSERT INTO `audit_log` VALUES (3, 1795338011054, '29bfe324-2a8e-4c06-b246-614c32cd850d', 'admin', 'user_created', '79179ecd-29a4-4d22-9498-63ef4a2b77b3');
INSERT INTO `audit_log` VALUES (4, 1795435205914, '29bfe324-2a8e-4c06-b246-614c32cd850d', 'admin', 'callback_processed', '7c6b1844-7801-4966-9f6a-aeb772e94c17');
INSERT INTO `audit_log` VALUES (5, 1795435205968, '29bfe324-2a8e-4c06-b246-614c32cd850d', 'admin', 'sessions_ended', '3ff0cad6-434c-4785-9fa7-4c5fdb5149da');
INSERT INTO `audit_log` VALUES (6, 1795435206017, '29bfe324-2a8e-4c06-b246-614c32cd850d', 'admin', 'user_deleted', '79179ecd-29a4-4d22-9498-63ef4a2b77b3');
INSERT INTO `audit_log` VALUES (7, 1795435206057, '29bfe324-2a8e-4c06-b246-614c32cd850d', 'admin', 'application_deleted', '00000000-0000-4000-8000-000000000022');
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`ends_at` integer NOT NULL
);
INSERT INTO `rate_limits` VALUES ('hknuf6Oj7t26n5uCM5JBBLmqXlXxx0cCnW9l-hclfwc', 3, 1795626902090);
INSERT INTO `rate_limits` VALUES ('h-ZcQRA7eIEIrvtmBcXYF8JNWyWp9h6ZE5P17q6bajY', 3, 1795626903377);
INSERT INTO `rate_limits` VALUES ('hbgkDRWDvJHvRnjCVc-fEvLxlj62pwycqFuoRWZVf_Q', 7, 1795626066490);
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
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
INSERT INTO `contact_data` VALUES ('5de58ab5-366f-4ea2-9a19-29d9467e2ba3', '00000000-0000-4000-8000-000000000001', 'mrs', 'Johanna', 'Sommer', 'johanna.sommer@mail.example', '0341 9627 100', 1);
INSERT INTO `contact_data` VALUES ('08a820bc-5cb6-4999-a225-962cb1f24541', '00000000-0000-4000-8000-000000000002', 'mr', 'Matthias', 'Brandt-Özdemir', 'm.brandt+pferd@post.example', '+49 (0)251 4188-22', 1);
INSERT INTO `contact_data` VALUES ('ca94bde6-b28d-4732-ba19-7625a372f630', '00000000-0000-4000-8000-000000000003', 'diverse', 'Kim', 'Lang', 'kim.lang@stall.example', '0160 5550199', 1);
INSERT INTO `contact_data` VALUES ('465ed2e5-96e0-40c7-8cb9-936f67110e5e', '00000000-0000-4000-8000-000000000013', 'mrs', 'Johanna', 'Sommer', 'jo@xn--bcher-kva.example', '0341 9627 100', 1);
INSERT INTO `contact_data` VALUES ('1341e4ff-edd1-4b0b-a2eb-392d78f72a35', '00000000-0000-4000-8000-000000000014', 'mr', 'Matthias', 'Brandt-Özdemir', 'draft-4@post.example', '+49 (0)251 4188-22', 1);
INSERT INTO `contact_data` VALUES ('3af675a7-a66b-4b17-90ec-ff4c66b2b70b', '00000000-0000-4000-8000-000000000015', 'diverse', 'Kim', 'Lang', 'draft-5@post.example', '0160 5550199', 1);
INSERT INTO `contact_data` VALUES ('5a34840f-4ca4-427b-a125-ab1c64a70652', '00000000-0000-4000-8000-000000000016', 'mr', 'Matthias', 'Brandt-Özdemir', 'draft-6@post.example', '+49 (0)251 4188-22', 1);
INSERT INTO `contact_data` VALUES ('fe42c568-b2c3-4b28-8309-0d1a7184ecf1', '00000000-0000-4000-8000-000000000021', 'mrs', 'Johanna', 'Sommer', 'stopped@post.example', '0341 9627 100', 1);
INSERT INTO `contact_data` VALUES ('2af6de66-ec09-48bf-8efe-6e4c12a9796b', '00000000-0000-4000-8000-000000000004', 'mrs', 'Johanna', 'Sommer', 'jo@xn--bcher-kva.example', '0341 9627 100', 1);
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
INSERT INTO `horse_data` VALUES ('1dfde54b-64a1-44d6-b8e0-76e58674e676', '00000000-0000-4000-8000-000000000001', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
INSERT INTO `horse_data` VALUES ('9ce6504e-198c-443f-ae7b-7017d57573ad', '00000000-0000-4000-8000-000000000002', '2027-01-04', 'Donna' || char(8288) || ' Clara', '2009-03-02', 'mare', NULL, 1);
INSERT INTO `horse_data` VALUES ('a8eb2a72-4f09-4a20-baed-41d051c8e1da', '00000000-0000-4000-8000-000000000003', '2027-01-04', 'L''Éclair d''Or', '2022-02-28', 'stallion', 'DE 433330987622', 1);
INSERT INTO `horse_data` VALUES ('f1134f1f-f966-4274-b44a-b2605f2cfa10', '00000000-0000-4000-8000-000000000011', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
INSERT INTO `horse_data` VALUES ('167a81d3-1907-4da3-9bf3-031b9b24ae75', '00000000-0000-4000-8000-000000000012', '2027-01-04', 'L''Éclair d''Or', '2022-02-28', 'stallion', 'DE 433330987622', 1);
INSERT INTO `horse_data` VALUES ('308c7a2c-a66c-4a68-8ad3-edd7945ac84d', '00000000-0000-4000-8000-000000000013', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
INSERT INTO `horse_data` VALUES ('41082dd3-06d4-4b65-867d-07b9fc7bfb61', '00000000-0000-4000-8000-000000000014', '2027-01-04', 'Donna Clara', '2009-03-02', 'mare', NULL, 1);
INSERT INTO `horse_data` VALUES ('c494b3a5-9803-4edd-a103-7c1a572adbbe', '00000000-0000-4000-8000-000000000015', '2027-01-04', 'L''Éclair d''Or', '2022-02-28', 'stallion', 'DE 433330987622', 1);
INSERT INTO `horse_data` VALUES ('3632484e-091f-4a6f-9535-f24b19f3ce07', '00000000-0000-4000-8000-000000000016', '2027-01-04', 'Donna Clara', '2009-03-02', 'mare', NULL, 1);
INSERT INTO `horse_data` VALUES ('28521bd5-2ba2-4b79-a0d8-1a4954af745b', '00000000-0000-4000-8000-000000000021', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
INSERT INTO `horse_data` VALUES ('505834c2-a62f-44bd-aaee-167f8b33409f', '00000000-0000-4000-8000-000000000004', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
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
INSERT INTO `outbox` VALUES ('ef6243df-3e8d-49f8-b2fa-ef667a4b933a', 'completion', 'johanna.sommer@mail.example', 'Johanna Sommer', 'Ihr Antrag auf den Top-OP-Schutz ist bei uns eingegangen', '00000000-0000-4000-8000-000000000001', NULL, 'sent', 1, 1795338011504, 1795338071519, NULL, 1795338016080, NULL);
INSERT INTO `outbox` VALUES ('ccaa909e-f994-4d0b-934c-bddcb3c8b71d', 'internal_completion', 'antrag@sattelfest.example', '', 'Neuer Antrag: Top-OP-Schutz (00000000)', '00000000-0000-4000-8000-000000000001', NULL, 'sent', 1, 1795338011504, 1795338071519, NULL, 1795338012044, NULL);
INSERT INTO `outbox` VALUES ('d16b4669-10e4-42d5-9f78-871e4452aab4', 'completion', 'm.brandt+pferd@post.example', 'Matthias Brandt-Özdemir', 'Ihr Antrag auf den Premium-OP-Schutz ist bei uns eingegangen', '00000000-0000-4000-8000-000000000002', NULL, 'sent', 1, 1795338016284, 1795338076296, NULL, 1795338017918, NULL);
INSERT INTO `outbox` VALUES ('ab5a6411-423f-40b1-91ec-07918ad57519', 'internal_completion', 'antrag@sattelfest.example', '', 'Neuer Antrag: Premium-OP-Schutz (00000000)', '00000000-0000-4000-8000-000000000002', NULL, 'sent', 1, 1795338016284, 1795338076296, NULL, 1795338017918, NULL);
INSERT INTO `outbox` VALUES ('251d63e8-9cc6-462d-ac7f-2a9c2df2396a', 'completion', 'kim.lang@stall.example', 'Kim Lang', 'Ihr Antrag auf den Basis-OP-Schutz ist bei uns eingegangen', '00000000-0000-4000-8000-000000000003', NULL, 'sent', 1, 1795338018090, 1795338078095, NULL, 1795338019799, NULL);
INSERT INTO `outbox` VALUES ('7b932ca1-773b-4e28-8733-f5b0bd5a93d1', 'internal_completion', 'antrag@sattelfest.example', '', 'Neuer Antrag: Basis-OP-Schutz (00000000)', '00000000-0000-4000-8000-000000000003', NULL, 'sent', 1, 1795338018090, 1795338078095, NULL, 1795338019799, NULL);
INSERT INTO `outbox` VALUES ('9c07e6c6-6db2-44c0-a664-01fb45e371ae', 'callback_confirmation', 'jo.beck@post.example', 'Jo Beck', 'Ihre Rückrufanfrage bei Sattelfest', NULL, '7c6b1844-7801-4966-9f6a-aeb772e94c17', 'sent', 1, 1795338020222, 1795338080236, NULL, 1795338020592, NULL);
INSERT INTO `outbox` VALUES ('4e04c310-5572-4266-966a-a50750d69e88', 'callback_notification', 'antrag@sattelfest.example', '', 'Neue Rückrufanfrage (7c6b1844)', NULL, '7c6b1844-7801-4966-9f6a-aeb772e94c17', 'sent', 1, 1795338020222, 1795338080236, NULL, 1795338020592, NULL);
INSERT INTO `outbox` VALUES ('1916df6b-7939-439a-a4b8-23ee5ee9351d', 'callback_confirmation', 'jo@xn--bcher-kva.example', 'Şule Öztürk', 'Ihre Rückrufanfrage bei Sattelfest', NULL, '7ff3a702-98c9-4584-a8d6-7b75285009c7', 'sent', 1, 1795338020352, 1795338080561, NULL, 1795338020828, NULL);
INSERT INTO `outbox` VALUES ('b7ca7e1e-d66e-4c2a-9c1f-f95a041fe7b8', 'callback_notification', 'antrag@sattelfest.example', '', 'Neue Rückrufanfrage (7ff3a702)', NULL, '7ff3a702-98c9-4584-a8d6-7b75285009c7', 'sent', 1, 1795338020352, 1795338080561, NULL, 1795338020820, NULL);
INSERT INTO `outbox` VALUES ('75f576ad-db5f-42e9-a675-e88f0f37ef1b', 'reminder_first', 'jo@xn--bcher-kva.example', 'Johanna Sommer', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000013', NULL, 'sent', 1, 1795435203100, 1795435263179, NULL, 1795435204661, NULL);
INSERT INTO `outbox` VALUES ('b3ab30af-e505-41da-bd1d-8091629a0158', 'reminder_first', 'draft-4@post.example', 'Matthias Brandt-Özdemir', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000014', NULL, 'sent', 1, 1795435203100, 1795435263179, NULL, 1795435204661, NULL);
INSERT INTO `outbox` VALUES ('2ed88012-ab1e-48cb-824b-3cf63b12d46a', 'reminder_first', 'draft-5@post.example', 'Kim Lang', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000015', NULL, 'sent', 1, 1795435203100, 1795435263179, NULL, 1795435204661, NULL);
INSERT INTO `outbox` VALUES ('d52c90df-af27-4f20-ba84-d7a094bc9152', 'reminder_first', 'draft-6@post.example', 'Matthias Brandt-Özdemir', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000016', NULL, 'sent', 1, 1795435203100, 1795435263179, NULL, 1795435204654, NULL);
INSERT INTO `outbox` VALUES ('6d0a2649-ee0c-4bd3-88d7-7b79d9535ba6', 'reminder_first', 'stopped@post.example', 'Johanna Sommer', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000021', NULL, 'sent', 1, 1795435203100, 1795435264706, NULL, 1795435204861, NULL);
INSERT INTO `outbox` VALUES ('ad2b6507-d01e-4f91-af9c-788340e40c3e', 'callback_confirmation', 'nobody@post.example', 'Max Fehl', 'Ihre Rückrufanfrage bei Sattelfest', NULL, 'ec57c067-71c7-44f4-a860-4dba4d0f5eb0', 'failed', 1, 1795435205070, 1795435265104, NULL, 1795435205232, '550: No such mailbox');
INSERT INTO `outbox` VALUES ('32aa161e-4274-4284-b690-4707cf4c1950', 'callback_notification', 'antrag@sattelfest.example', '', 'Neue Rückrufanfrage (ec57c067)', NULL, 'ec57c067-71c7-44f4-a860-4dba4d0f5eb0', 'failed', 1, 1795435205070, 1795435265104, NULL, 1795435205233, '550: No such mailbox');
INSERT INTO `outbox` VALUES ('557448cc-edda-4f14-8acb-7a9765c40bb3', 'callback_confirmation', 'later@post.example', 'Ida Später', 'Ihre Rückrufanfrage bei Sattelfest', NULL, '2b7f5060-da6e-49bc-a3c1-2b4c10e5fa23', 'pending', 1, 1795435205339, 1795626061956, '3d5e06e7-d20a-4a80-92c7-c21aaef3f8d0', 1795435205663, '451: Try again …');
INSERT INTO `outbox` VALUES ('8a5fb227-442f-42ae-9902-491923ff8e93', 'callback_notification', 'antrag@sattelfest.example', '', 'Neue Rückrufanfrage (2b7f5060)', NULL, '2b7f5060-da6e-49bc-a3c1-2b4c10e5fa23', 'pending', 1, 1795435205339, 1795626061956, '3d5e06e7-d20a-4a80-92c7-c21aaef3f8d0', 1795435205662, '451: Try again later');
INSERT INTO `outbox` VALUES ('f2c871c9-6f85-4562-a190-254a1f455c19', 'reminder_second', 'jo@xn--bcher-kva.example', 'Johanna Sommer', 'Dürfen wir Ihnen helfen? Ihr Antrag bei Sattelfest ist noch offen', '00000000-0000-4000-8000-000000000013', NULL, 'pending', 0, 1795626002004, 1795626062602, '93ebead8-7209-4700-9fd3-b3b9ff16fd10', NULL, NULL);
INSERT INTO `outbox` VALUES ('18edc073-3861-4bd8-b5c4-2172e6a2c986', 'reminder_second', 'draft-4@post.example', 'Matthias Brandt-Özdemir', 'Dürfen wir Ihnen helfen? Ihr Antrag bei Sattelfest ist noch offen', '00000000-0000-4000-8000-000000000014', NULL, 'pending', 0, 1795626002004, 1795626062602, '93ebead8-7209-4700-9fd3-b3b9ff16fd10', NULL, NULL);
INSERT INTO `outbox` VALUES ('151a9c1d-8de2-4e9d-8f3a-921d276c8061', 'reminder_second', 'draft-5@post.example', 'Kim Lang', 'Dürfen wir Ihnen helfen? Ihr Antrag bei Sattelfest ist noch offen', '00000000-0000-4000-8000-000000000015', NULL, 'pending', 0, 1795626002004, 1795626002004, NULL, NULL, NULL);
INSERT INTO `outbox` VALUES ('e2f67b3b-c864-4d18-96ec-115b6e2b9439', 'reminder_second', 'draft-6@post.example', 'Matthias Brandt-Özdemir', 'Dürfen wir Ihnen helfen? Ihr Antrag bei Sattelfest ist noch offen', '00000000-0000-4000-8000-000000000016', NULL, 'pending', 0, 1795626002004, 1795626002004, NULL, NULL, NULL);
INSERT INTO `outbox` VALUES ('5890b1ba-3fde-47aa-a88d-dd2f0a127ab2', 'completion', 'jo@xn--bcher-kva.example', 'Johanna Sommer', 'Ihr Antrag auf den Top-OP-Schutz ist bei uns eingegangen', '00000000-0000-4000-8000-000000000004', NULL, 'pending', 0, 1795626006698, 1795626006698, NULL, NULL, NULL);
INSERT INTO `outbox` VALUES ('5272bc1a-e339-44ba-96c9-2a5a55d3a6e1', 'internal_completion', 'antrag@sattelfest.example', '', 'Neuer Antrag: Top-OP-Schutz (00000000)', '00000000-0000-4000-8000-000000000004', NULL, 'pending', 0, 1795626006698, 1795626006698, NULL, NULL, NULL);
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
INSERT INTO `policyholder_info` VALUES ('3646b782-fee6-4b93-8c67-74f748033ebe', '00000000-0000-4000-8000-000000000001', 'mrs', 'Johanna', 'Sommer', '1985-06-14', 'Lindenallee', '12a', '04109', 'Leipzig', 'johanna.sommer@mail.example', '0341 9627 100');
INSERT INTO `policyholder_info` VALUES ('c938c781-4c4d-4c3f-8b17-468469e74780', '00000000-0000-4000-8000-000000000002', 'mr', 'Matthias', 'Brandt-Özdemir', '1961-12-31', 'An der Alten Ziegelei', '3', '48143', 'Münster', 'm.brandt+pferd@post.example', '+49 (0)251 4188-22');
INSERT INTO `policyholder_info` VALUES ('a3f43014-1c3e-449b-8d73-981ef4502ff1', '00000000-0000-4000-8000-000000000003', 'diverse', 'Anne-Sophie', 'van ''t Hoff', '1999-02-28', 'Kerkstraat', '7 bus 2', '1012 AB', 'Amsterdam', 'a.v''hoff@stal.example', '+31 20 555 0142');
INSERT INTO `policyholder_info` VALUES ('3da594b0-b641-4ef5-ad1a-d4d9c1981b8d', '00000000-0000-4000-8000-000000000015', 'diverse', 'Anne-Sophie', 'van ''t Hoff', '1999-02-28', 'Kerkstraat', '7 bus 2', '1012 AB', 'Amsterdam', 'draft-5@post.example', '+31 20 555 0142');
INSERT INTO `policyholder_info` VALUES ('60aa9798-23c5-4d0b-a2b6-f59cba620e1a', '00000000-0000-4000-8000-000000000016', 'mr', 'Matthias', 'Brandt-Özdemir', '1961-12-31', 'An der Alten Ziegelei', '3', '48143', 'Münster', 'draft-6@post.example', '+49 (0)251 4188-22');
INSERT INTO `policyholder_info` VALUES ('a7ebdef4-c819-4cb3-8c13-d075d7d47ca7', '00000000-0000-4000-8000-000000000004', 'mrs', 'Johanna', 'Sommer', '1985-06-14', 'Lindenallee', '12a', '04109', 'Leipzig', 'jo@xn--bcher-kva.example', '0341 9627 100');
CREATE TABLE `premium_options` (
	`tariff_type` text NOT NULL,
	`self_participation` integer NOT NULL,
	`monthly_cents` integer NOT NULL,
	FOREIGN KEY (`tariff_type`) REFERENCES `tariffs`(`type`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO `premium_options` VALUES ('basis', 0, 4077);
INSERT INTO `premium_options` VALUES ('basis', 250, 3680);
INSERT INTO `premium_options` VALUES ('basis', 500, 3242);
INSERT INTO `premium_options` VALUES ('basis', 1000, 2368);
INSERT INTO `premium_options` VALUES ('top', 0, 4944);
INSERT INTO `premium_options` VALUES ('top', 250, 4558);
INSERT INTO `premium_options` VALUES ('top', 500, 4121);
INSERT INTO `premium_options` VALUES ('top', 1000, 3249);
INSERT INTO `premium_options` VALUES ('premium', 0, 7052);
INSERT INTO `premium_options` VALUES ('premium', 250, 6635);
INSERT INTO `premium_options` VALUES ('premium', 500, 6149);
INSERT INTO `premium_options` VALUES ('premium', 1000, 5244);
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
INSERT INTO `sepa_mandates` VALUES ('d19e1786-4144-4199-92a2-b766bb3c848f', '00000000-0000-4000-8000-000000000001', 'Johanna Sommer', 'v2.32e1ab48.LjjNp/oTe92M1c80o5eoQo0Vp3Vqp7bWyvmAcukUZI8xyl//m/8CNykOQqPJQM2IuAI=', 'v2.32e1ab48.zwBOzR/8+684Sr00t9Eow/ZBNhamAxDI/BZsVykrVjWapE/2LNjV', 'Commerzbank Köln', 1, 'SF-20261122-FWH5JQ3R89');
INSERT INTO `sepa_mandates` VALUES ('105a625c-48fd-4c8b-a025-51a0284c770c', '00000000-0000-4000-8000-000000000002', 'Matthias Brandt-Özdemir', 'v2.32e1ab48.oz4biXn6aT7+k4mIUj5Jpb6IgMYoQieQscMPlNxTixcrwTFSlp+LK0Tde3uCps/x', 'v2.32e1ab48.CEwZ7ivLFSTbPTVkMr1wX19D8snNM9DIVeK9iyrxSf4ijNzW', 'Raiffeisenlandesbank', 1, 'SF-20261122-SDRQVQJAC9');
INSERT INTO `sepa_mandates` VALUES ('bffaab36-f346-4ffa-b12e-9f89f31f80a0', '00000000-0000-4000-8000-000000000003', 'Anne-Sophie van ''t Hoff', 'v2.32e1ab48.UpaelH5HHETtWwBjICk8WOtZRVRL/n0eVAY7/bKo9PIz15qbQ/9tnjIFyD0=', 'v2.32e1ab48.DR3nXLiotn0UZAiY5k11S82eDcibJC7n3hbEy8/w79AglL8t', 'Belfius', 1, 'SF-20261122-FY9KPGUN6Q');
INSERT INTO `sepa_mandates` VALUES ('5897f76c-5ad2-47a5-a1b3-1f000c83ea56', '00000000-0000-4000-8000-000000000016', 'Matthias Brandt-Özdemir', 'v2.32e1ab48.+89Ozw7bH22IJZE0whHi2RU4FmeMxkHgkK4a1NqO3KQuXLkcu5YS4dYtA6YnlhNU', 'v2.32e1ab48.8VqmXHenRCt9AujzPf2A/lt9AxGknAr7pj0XxzPieoGIq4SI', 'Raiffeisenlandesbank', 1, NULL);
INSERT INTO `sepa_mandates` VALUES ('694695ed-5de7-4923-b632-fef46af20d98', '00000000-0000-4000-8000-000000000004', 'Johanna Sommer', 'v2.32e1ab48.4GVYdx32vo2bf5WufSGCB1HGV0b58Ex+EbKWAGDP0KiI1MRno+0QgQVZgy4DSEfoYtE=', 'v2.32e1ab48.VKNNp/ocyuOEekwoFMR3g31DqUoht7en8u4ZElGt5Pe5ElekNF/+', 'Commerzbank Köln', 1, 'SF-20261125-JQ96F7F68K');
CREATE TABLE `tariff_benefits` (
	`tariff_type` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	FOREIGN KEY (`tariff_type`) REFERENCES `tariffs`(`type`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO `tariff_benefits` VALUES ('basis', 0, 'Kostenerstattung', 'bis zum 2-fachen Satz der GOT');
INSERT INTO `tariff_benefits` VALUES ('basis', 1, 'Leistung je Operation', 'bis 2.500 €, ohne Jahreshöchstgrenze');
INSERT INTO `tariff_benefits` VALUES ('basis', 2, 'Nachbehandlung', 'bis zu 7 Tage nach der Operation');
INSERT INTO `tariff_benefits` VALUES ('basis', 3, 'Unterbringung in der Klinik', 'bis 15 € pro Tag');
INSERT INTO `tariff_benefits` VALUES ('basis', 4, 'Regenerative Therapien', 'bis 500 € je Versicherungsfall');
INSERT INTO `tariff_benefits` VALUES ('top', 0, 'Kostenerstattung', 'bis zum 2-fachen Satz der GOT');
INSERT INTO `tariff_benefits` VALUES ('top', 1, 'Leistung je Operation', 'unbegrenzt, ohne Jahreshöchstgrenze');
INSERT INTO `tariff_benefits` VALUES ('top', 2, 'Nachbehandlung', 'bis zu 10 Tage nach der Operation');
INSERT INTO `tariff_benefits` VALUES ('top', 3, 'Unterbringung in der Klinik', 'bis 30 € pro Tag');
INSERT INTO `tariff_benefits` VALUES ('top', 4, 'Regenerative Therapien', 'bis 1.000 € je Versicherungsfall');
INSERT INTO `tariff_benefits` VALUES ('top', 5, 'OC-, OCD- und Gelenkchip-OP', 'bis 1.500 € nach 12 Monaten Wartezeit');
INSERT INTO `tariff_benefits` VALUES ('premium', 0, 'Kostenerstattung', 'bis zum 2-fachen Satz der GOT, im Notdienst bis zum 4-fachen inkl. Notdienstgebühr');
INSERT INTO `tariff_benefits` VALUES ('premium', 1, 'Leistung je Operation', 'unbegrenzt, ohne Jahreshöchstgrenze');
INSERT INTO `tariff_benefits` VALUES ('premium', 2, 'Nachbehandlung', 'bis zu 14 Tage nach der Operation');
INSERT INTO `tariff_benefits` VALUES ('premium', 3, 'Unterbringung in der Klinik', 'bis 30 € pro Tag');
INSERT INTO `tariff_benefits` VALUES ('premium', 4, 'Regenerative Therapien', 'bis 1.000 € je Versicherungsfall');
INSERT INTO `tariff_benefits` VALUES ('premium', 5, 'OC-, OCD- und Gelenkchip-OP', 'mitversichert nach 12 Monaten Wartezeit');
INSERT INTO `tariff_benefits` VALUES ('premium', 6, 'Physiotherapie', '5 Einheiten zu je 60 Minuten');
CREATE TABLE `tariff_selections` (
	`id` text NOT NULL,
	`application_id` text PRIMARY KEY NOT NULL,
	`tariff_type` text NOT NULL,
	`self_participation` integer NOT NULL,
	`payment_frequency` text NOT NULL,
	`monthly_cents` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO `tariff_selections` VALUES ('5873be01-0234-482b-9b12-9306d072012a', '00000000-0000-4000-8000-000000000001', 'top', 250, 'monthly', 4458);
INSERT INTO `tariff_selections` VALUES ('6fe98e48-10c1-4935-8bf3-432bf1d01f5d', '00000000-0000-4000-8000-000000000002', 'premium', 0, 'annual', 8008);
INSERT INTO `tariff_selections` VALUES ('ebad12ec-2aeb-4aae-bd12-99500d0d5832', '00000000-0000-4000-8000-000000000003', 'basis', 1000, 'semiannual', 2223);
INSERT INTO `tariff_selections` VALUES ('943502c0-bb98-4f97-a134-dbd17067a7de', '00000000-0000-4000-8000-000000000014', 'premium', 0, 'annual', 8008);
INSERT INTO `tariff_selections` VALUES ('15bdf9d2-1609-4ba3-a9b7-179a6ccf533d', '00000000-0000-4000-8000-000000000015', 'basis', 1000, 'semiannual', 2223);
INSERT INTO `tariff_selections` VALUES ('58443971-6de8-4690-bf51-f254c661b888', '00000000-0000-4000-8000-000000000016', 'premium', 0, 'annual', 8008);
INSERT INTO `tariff_selections` VALUES ('cbd8f85d-4c32-4082-9ac0-a4a918ce6b5c', '00000000-0000-4000-8000-000000000021', 'top', 250, 'monthly', 4458);
INSERT INTO `tariff_selections` VALUES ('0337ff14-3c96-458f-a9ba-f29f5c2f55de', '00000000-0000-4000-8000-000000000004', 'top', 250, 'monthly', 4558);
CREATE INDEX `applications_created` ON `applications` (`created_at`);
CREATE INDEX `callback_requests_created` ON `callback_requests` (`created_at`);
CREATE UNIQUE INDEX `contact_data_id_unique` ON `contact_data` (`id`);
CREATE UNIQUE INDEX `horse_data_id_unique` ON `horse_data` (`id`);
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE "outbox"."status" = 'pending';
CREATE INDEX `outbox_application` ON `outbox` (`application_id`);
CREATE INDEX `outbox_log` ON `outbox` (`attempted_at`);
CREATE UNIQUE INDEX `policyholder_info_id_unique` ON `policyholder_info` (`id`);
CREATE UNIQUE INDEX `premium_options_key` ON `premium_options` (`tariff_type`,`self_participation`);
CREATE UNIQUE INDEX `sepa_mandates_id_unique` ON `sepa_mandates` (`id`);
CREATE UNIQUE INDEX `sepa_mandates_mandate_reference_unique` ON `sepa_mandates` (`mandate_reference`);
CREATE UNIQUE INDEX `tariff_benefits_key` ON `tariff_benefits` (`tariff_type`,`position`);
CREATE UNIQUE INDEX `tariff_selections_id_unique` ON `tariff_selections` (`id`);
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);
CREATE INDEX `applications_completed` ON `applications` (`completed_at`,`created_at`) WHERE "applications"."completed_at" is not null;
CREATE INDEX `applications_funnel` ON `applications` (`furthest_step`,`created_at`);
CREATE INDEX `callback_requests_pending` ON `callback_requests` (`created_at`) WHERE "callback_requests"."processed_at" is null;
CREATE INDEX `outbox_log_type` ON `outbox` (`email_type`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;
CREATE INDEX `outbox_log_recipient` ON `outbox` (`recipient_email`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;
CREATE INDEX `outbox_log_subject` ON `outbox` (`subject`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;
CREATE INDEX `outbox_log_status` ON `outbox` (`status`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;
CREATE INDEX `outbox_log_type_recipient` ON `outbox` (`email_type`,`recipient_email`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;
CREATE INDEX `outbox_log_type_subject` ON `outbox` (`email_type`,`subject`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;
CREATE INDEX `outbox_log_type_status` ON `outbox` (`email_type`,`status`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;
CREATE INDEX `rate_limits_ends` ON `rate_limits` (`ends_at`);
CREATE INDEX `applications_to_remind` ON `applications` (`first_reminder_at`,`updated_at`) WHERE "applications"."completed_at" is null and "applications"."reminders_stopped_at" is null and "applications"."reachable" = 1 and ("applications"."first_reminder_at" is null or "applications"."second_reminder_at" is null);
CREATE INDEX `applications_open` ON `applications` (`updated_at`,`second_reminder_at`,`reachable`,`reminders_stopped_at`) WHERE "applications"."completed_at" is null;
CREATE TRIGGER `contact_data_reachable` AFTER INSERT ON `contact_data` BEGIN
	UPDATE `applications` SET `reachable` = 1 WHERE `id` = new.`application_id`;
END;

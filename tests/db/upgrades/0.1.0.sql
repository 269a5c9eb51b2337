-- A backup of a database of 0.1.0, as text: made by make.ts. Its people and keys are invented.
-- token: eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJmODA4OWZiMy0zNzgzLTQwNmMtOGRhZC01MGNlZmFiNDJjNWEiLCJ2ZXIiOjIsImV4cCI6MTc5NTU2ODQwNCwiaWF0IjoxNzk1NTM5NjA0fQ.sPfs2ORr6er1VYdjdET2_coLZSqsqYK0JzA2P_14Sx8
CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric);
INSERT INTO `__drizzle_migrations` VALUES (NULL, 'd6a19cc6fce3e89128fb46f2e4cdcd38807235b34c8c02852d6f20cd0d1c6ca6', 1795205894935);
INSERT INTO `__drizzle_migrations` VALUES (NULL, '7736e0538e67a58c4ee2a8d27849b48c176921a0f9f4df187dcf688b4c9ac24c', 1795289295085);
INSERT INTO `__drizzle_migrations` VALUES (NULL, 'b8a0aeac48b33eac8880a1997519a13e9820678373600c6f46286572b034a4fd', 1795291736219);
INSERT INTO `__drizzle_migrations` VALUES (NULL, '0146fc17e9eac664145693f50be83cbc6f1e0ea1cdfdbe7ca2def65ac8044327', 1795293675758);
CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`current_step` integer DEFAULT 1 NOT NULL,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`author_hash` text
, `furthest_step` integer DEFAULT 1 NOT NULL, `first_reminder_at` integer, `second_reminder_at` integer, `reminders_stopped_at` integer);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000001', 6, 1795251607622, 1795251607544, 1795251607622, '1Q-mBL-sCqJPB808pxHFH-j9cFBJnSMnXr41oh-x51k', 6, NULL, NULL, NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000002', 6, 1795251612417, 1795251608204, 1795251612417, 'eC8QIPCCZ_c5ZKNy1cD6L4pQAD9IL5pXNu40Srn3ymw', 6, NULL, NULL, NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000003', 6, 1795251614511, 1795251612453, 1795251614511, 'rdpKnA1wmNUEl2j30035_W06l0czI0ZyVb0p2EWpRDE', 6, NULL, NULL, NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000011', 1, NULL, 1795251615481, 1795251615713, 'qbA0FMdU552BUwRwbh6-FVerh34QuSmfpGorjRLybio', 1, NULL, NULL, NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000012', 2, NULL, 1795251615718, 1795251615728, 'jAleomx5zYaxn2kBPik2KDlcb1hgE8tK5XwkUu3PYB8', 2, NULL, NULL, NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000013', 3, NULL, 1795251615732, 1795251615741, 'ZPU9MXp9xgVQbDq4_y4GhkYiwu9EgCBhQ_xwdNK6puY', 3, 1795348802030, 1795539602393, NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000014', 4, NULL, 1795251615744, 1795251615763, 'l19i1g0XEEuPpLQ8xTBiCf__iSWxYWejcm4ERmVfKEs', 4, 1795348802030, 1795539602393, NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000015', 5, NULL, 1795251615764, 1795251615779, '_7Ic-r_3z7zMSEqYd_vMZP1ZEoTeM4H_-3KS0I0EJMQ', 5, 1795348802030, 1795539602393, NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000016', 6, NULL, 1795251615781, 1795251615792, 'nkWufNuekqcpJyVXjyy0sD7780FTIDFXlrxwepcN858', 6, 1795348802030, 1795539602393, NULL);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000021', 4, NULL, 1795251615795, 1795251615803, '5--Eff3-LGcfb1PJLXgSyeEH0vM3eUv5fzw7rGmlJ8o', 4, 1795348802030, NULL, 1795348804208);
INSERT INTO `applications` VALUES ('00000000-0000-4000-8000-000000000004', 6, 1795539608002, 1795539607846, 1795539608002, 'DBz4-auD5JlFHRjJNvnm3WlFhSRJm2zH1VsYhl4jobo', 6, NULL, NULL, NULL);
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
INSERT INTO `callback_requests` VALUES ('929310a0-16ac-4c96-b57c-3a6870b32382', 'Jo Beck', '030 23125 100', 'jo.beck@post.example', NULL, NULL, 'messe-equitana', 1795348805362, 1795251615814);
INSERT INTO `callback_requests` VALUES ('8823f13e-51ee-41c4-bbbb-32c72108448a', 'Şule Öztürk', '030 23125 101', 'jo@xn--bcher-kva.example', 'Dienstag ab 17 Uhr', NULL, 'website', NULL, 1795251615818);
INSERT INTO `callback_requests` VALUES ('7d1fc70d-4858-48ff-a400-f9ed9a224186', 'Max Fehl', '030 23125 102', 'nobody@post.example', NULL, NULL, 'website', NULL, 1795348804264);
INSERT INTO `callback_requests` VALUES ('78e57253-e732-4bf5-9887-8bb667e5d62f', 'Ida Später', '030 23125 103', 'later@post.example', NULL, NULL, 'website', NULL, 1795348804655);
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
INSERT INTO `users` VALUES ('cc1f2378-fe1a-4974-88d6-1fd79cd322e0', 'admin', 'admin', '$argon2id$v=19$m=65536,t=2,p=1$MUQRWjPFyri1b1twKM/TB7SKELgJcKsvQShRB0EkUBM$7ccnRZ+yTCJL7qArWcaeShLIbLhi6uPBSzYbuZSg9Pw', NULL, 'admin', 1, 1795251602043);
INSERT INTO `users` VALUES ('f8089fb3-3783-406c-8dad-50cefab42c5a', 'lukas.weber', 'lukas.weber', '$argon2id$v=19$m=65536,t=2,p=1$S36GtTiW7Mpyz8M+sNpNW7NoOWlbbK9xOFCfiXZ0twc$H82Araz9dOoMi7FEKOMqsRhNBKSvVyFFc1EFba3qOrU', 'l.weber@sattelfest.example', 'sachbearbeiter', 2, 1795251605258);
INSERT INTO `users` VALUES ('c164e728-89f2-4853-8946-532d16d81109', 'System', 'system', '$argon2id$v=19$m=65536,t=2,p=1$alLhHfttxSxg+xlobAZXA/2BvXiNTIjzbjWKsEUS25o$/uwcozw6yrK3kNAXw2d6QzMue6cwfonUbj2CV3muUlE', NULL, 'admin', 1, 1795251606299);
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` text NOT NULL,
	`username` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text NOT NULL
);
INSERT INTO `audit_log` VALUES (1, 1795251605258, 'cc1f2378-fe1a-4974-88d6-1fd79cd322e0', 'admin', 'user_created', 'f8089fb3-3783-406c-8dad-50cefab42c5a');
INSERT INTO `audit_log` VALUES (2, 1795251606299, 'cc1f2378-fe1a-4974-88d6-1fd79cd322e0', 'admin', 'user_created', 'c164e728-89f2-4853-8946-532d16d81109');
INSERT INTO `audit_log` VALUES (3, 1795251607535, 'cc1f2378-fe1a-4974-88d6-1fd79cd322e0', 'admin', 'user_created', '21587c45-7ebb-41f6-af6d-d88722a3736f');
INSERT INTO `audit_log` VALUES (4, 1795348805362, 'cc1f2378-fe1a-4974-88d6-1fd79cd322e0', 'admin', 'callback_processed', '929310a0-16ac-4c96-b57c-3a6870b32382');
INSERT INTO `audit_log` VALUES (5, 1795348805416, 'cc1f2378-fe1a-4974-88d6-1fd79cd322e0', 'admin', 'sessions_ended', 'f8089fb3-3783-406c-8dad-50cefab42c5a');
INSERT INTO `audit_log` VALUES (6, 1795348805472, 'cc1f2378-fe1a-4974-88d6-1fd79cd322e0', 'admin', 'user_deleted', '21587c45-7ebb-41f6-af6d-d88722a3736f');
INSERT INTO `audit_log` VALUES (7, 1795348805543, 'cc1f2378-fe1a-4974-88d6-1fd79cd322e0', 'admin', 'application_deleted', '00000000-0000-4000-8000-000000000022');
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`ends_at` integer NOT NULL
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
INSERT INTO `contact_data` VALUES ('47808689-7d47-43b9-b2dd-b648af2ba897', '00000000-0000-4000-8000-000000000001', 'mrs', 'Johanna', 'Sommer', 'johanna.sommer@mail.example', '0341 9627 100', 1);
INSERT INTO `contact_data` VALUES ('79514497-8a27-457a-b8bb-9d80977a7b33', '00000000-0000-4000-8000-000000000002', 'mr', 'Matthias', 'Brandt-Özdemir', 'm.brandt+pferd@post.example', '+49 (0)251 4188-22', 1);
INSERT INTO `contact_data` VALUES ('54ca6876-dd4e-417d-a36e-8eb5bcc68e36', '00000000-0000-4000-8000-000000000003', 'diverse', 'Kim', 'Lang', 'kim.lang@stall.example', '0160 5550199', 1);
INSERT INTO `contact_data` VALUES ('eb0f4a3f-d83c-4bee-912a-70dfdb3b8c69', '00000000-0000-4000-8000-000000000013', 'mrs', 'Johanna', 'Sommer', 'jo@xn--bcher-kva.example', '0341 9627 100', 1);
INSERT INTO `contact_data` VALUES ('b131704f-58fe-481b-bf4e-600621734e42', '00000000-0000-4000-8000-000000000014', 'mr', 'Matthias', 'Brandt-Özdemir', 'draft-4@post.example', '+49 (0)251 4188-22', 1);
INSERT INTO `contact_data` VALUES ('a5484ea3-58fa-4f29-909c-bf6f1ab9f20b', '00000000-0000-4000-8000-000000000015', 'diverse', 'Kim', 'Lang', 'draft-5@post.example', '0160 5550199', 1);
INSERT INTO `contact_data` VALUES ('b0c706bd-4886-4fcb-8236-b5e947c75a72', '00000000-0000-4000-8000-000000000016', 'mr', 'Matthias', 'Brandt-Özdemir', 'draft-6@post.example', '+49 (0)251 4188-22', 1);
INSERT INTO `contact_data` VALUES ('70f4c951-b298-48fa-8805-a159531000a4', '00000000-0000-4000-8000-000000000021', 'mrs', 'Johanna', 'Sommer', 'stopped@post.example', '0341 9627 100', 1);
INSERT INTO `contact_data` VALUES ('47ac5c6f-b963-44e7-8051-f8bb5a4624e3', '00000000-0000-4000-8000-000000000004', 'mrs', 'Johanna', 'Sommer', 'jo@xn--bcher-kva.example', '0341 9627 100', 1);
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
INSERT INTO `horse_data` VALUES ('e050ad4e-0ade-4a25-9cc1-151ff7879121', '00000000-0000-4000-8000-000000000001', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
INSERT INTO `horse_data` VALUES ('a5979e34-62f3-4a3f-8f4e-14d8e666cfd2', '00000000-0000-4000-8000-000000000002', '2027-01-04', 'Donna' || char(8288) || ' Clara', '2009-03-02', 'mare', NULL, 1);
INSERT INTO `horse_data` VALUES ('e9f2a423-3747-4e5a-be8b-2bd2c8861a13', '00000000-0000-4000-8000-000000000003', '2027-01-04', 'L''Éclair d''Or', '2022-02-28', 'stallion', 'DE 433330987622', 1);
INSERT INTO `horse_data` VALUES ('4d9da31c-0525-45b7-a407-2c7633441ac8', '00000000-0000-4000-8000-000000000011', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
INSERT INTO `horse_data` VALUES ('ec85e7f3-a386-40d0-a40e-5e1b96952f00', '00000000-0000-4000-8000-000000000012', '2027-01-04', 'L''Éclair d''Or', '2022-02-28', 'stallion', 'DE 433330987622', 1);
INSERT INTO `horse_data` VALUES ('e5883517-25e7-43aa-af7f-62906e16aa3f', '00000000-0000-4000-8000-000000000013', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
INSERT INTO `horse_data` VALUES ('27cf000d-c1a5-40ef-be1c-25850a922c01', '00000000-0000-4000-8000-000000000014', '2027-01-04', 'Donna Clara', '2009-03-02', 'mare', NULL, 1);
INSERT INTO `horse_data` VALUES ('9ac2d3ab-a7f0-47bf-8823-7540898e4636', '00000000-0000-4000-8000-000000000015', '2027-01-04', 'L''Éclair d''Or', '2022-02-28', 'stallion', 'DE 433330987622', 1);
INSERT INTO `horse_data` VALUES ('638114bb-7d40-46ef-8e9d-d51b606163c8', '00000000-0000-4000-8000-000000000016', '2027-01-04', 'Donna Clara', '2009-03-02', 'mare', NULL, 1);
INSERT INTO `horse_data` VALUES ('51a17139-43e3-417d-b8a2-530e02677735', '00000000-0000-4000-8000-000000000021', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
INSERT INTO `horse_data` VALUES ('57d0c074-6e32-4313-9221-a5fcb04c4e37', '00000000-0000-4000-8000-000000000004', '2027-01-04', 'Fjölnir vom Lindenhof', '2018-05-11', 'gelding', '276020000123456', 1);
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
INSERT INTO `outbox` VALUES ('f82054d0-b1e5-4813-94fe-fd91858dea3b', 'completion', 'johanna.sommer@mail.example', 'Johanna Sommer', 'Ihr Antrag auf den Top-OP-Schutz ist bei uns eingegangen', '00000000-0000-4000-8000-000000000001', NULL, 'sent', 1, 1795251607625, 1795251667653, NULL, 1795251615696, NULL);
INSERT INTO `outbox` VALUES ('a765ec3b-eaf7-45f7-b29f-1e8be179804b', 'internal_completion', 'antrag@sattelfest.example', '', 'Neuer Antrag: Top-OP-Schutz (00000000)', '00000000-0000-4000-8000-000000000001', NULL, 'sent', 1, 1795251607625, 1795251667653, NULL, 1795251612453, NULL);
INSERT INTO `outbox` VALUES ('025e5f0f-0ff8-421d-a33e-097549291b95', 'completion', 'm.brandt+pferd@post.example', 'Matthias Brandt-Özdemir', 'Ihr Antrag auf den Premium-OP-Schutz ist bei uns eingegangen', '00000000-0000-4000-8000-000000000002', NULL, 'sent', 1, 1795251612419, 1795251672438, NULL, 1795251615728, NULL);
INSERT INTO `outbox` VALUES ('8147bdcc-b9a8-46cc-93b9-5cc1355aa080', 'internal_completion', 'antrag@sattelfest.example', '', 'Neuer Antrag: Premium-OP-Schutz (00000000)', '00000000-0000-4000-8000-000000000002', NULL, 'sent', 1, 1795251612419, 1795251672438, NULL, 1795251614558, NULL);
INSERT INTO `outbox` VALUES ('eb09cc35-d264-444c-a66f-b74642ee2779', 'completion', 'kim.lang@stall.example', 'Kim Lang', 'Ihr Antrag auf den Basis-OP-Schutz ist bei uns eingegangen', '00000000-0000-4000-8000-000000000003', NULL, 'sent', 1, 1795251614512, 1795251674558, NULL, 1795251615781, NULL);
INSERT INTO `outbox` VALUES ('53d459cd-467d-4fdc-a803-02a9e558f1b9', 'internal_completion', 'antrag@sattelfest.example', '', 'Neuer Antrag: Basis-OP-Schutz (00000000)', '00000000-0000-4000-8000-000000000003', NULL, 'sent', 1, 1795251614512, 1795251675693, NULL, 1795251615759, NULL);
INSERT INTO `outbox` VALUES ('6396ee4b-baec-42e2-bb1d-c7d74d7befdb', 'callback_confirmation', 'jo.beck@post.example', 'Jo Beck', 'Ihre Rückrufanfrage bei Sattelfest', NULL, '929310a0-16ac-4c96-b57c-3a6870b32382', 'sent', 1, 1795251615814, 1795251675817, NULL, 1795251616425, NULL);
INSERT INTO `outbox` VALUES ('9114d398-a1a1-4dd9-a286-781979468233', 'callback_notification', 'antrag@sattelfest.example', '', 'Neue Rückrufanfrage (929310a0)', NULL, '929310a0-16ac-4c96-b57c-3a6870b32382', 'sent', 1, 1795251615814, 1795251675817, NULL, 1795251616377, NULL);
INSERT INTO `outbox` VALUES ('b8c36e18-2898-4cc3-9354-32b8381511be', 'callback_confirmation', 'jo@xn--bcher-kva.example', 'Şule Öztürk', 'Ihre Rückrufanfrage bei Sattelfest', NULL, '8823f13e-51ee-41c4-bbbb-32c72108448a', 'sent', 1, 1795251615818, 1795251675821, NULL, 1795251616869, NULL);
INSERT INTO `outbox` VALUES ('b789da79-0447-4701-9bf4-7ac5c9936289', 'callback_notification', 'antrag@sattelfest.example', '', 'Neue Rückrufanfrage (8823f13e)', NULL, '8823f13e-51ee-41c4-bbbb-32c72108448a', 'sent', 1, 1795251615818, 1795251675821, NULL, 1795251616377, NULL);
INSERT INTO `outbox` VALUES ('55663238-b9e0-4f98-9249-a18291164845', 'reminder_first', 'jo@xn--bcher-kva.example', 'Johanna Sommer', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000013', NULL, 'sent', 1, 1795348802030, 1795348862253, NULL, 1795348803395, NULL);
INSERT INTO `outbox` VALUES ('7a7fc43e-b24c-4f7a-98ec-33263b982276', 'reminder_first', 'draft-4@post.example', 'Matthias Brandt-Özdemir', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000014', NULL, 'sent', 1, 1795348802030, 1795348862253, NULL, 1795348803440, NULL);
INSERT INTO `outbox` VALUES ('0defced5-55d0-4aec-af3d-ffa2bc72f895', 'reminder_first', 'draft-5@post.example', 'Kim Lang', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000015', NULL, 'sent', 1, 1795348802030, 1795348862253, NULL, 1795348803630, NULL);
INSERT INTO `outbox` VALUES ('cd59c5e8-e38f-4446-958a-ab3087de13c1', 'reminder_first', 'draft-6@post.example', 'Matthias Brandt-Özdemir', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000016', NULL, 'sent', 1, 1795348802030, 1795348862253, NULL, 1795348803630, NULL);
INSERT INTO `outbox` VALUES ('83b3c221-50ee-44d8-86a9-5adef6c66ed2', 'reminder_first', 'stopped@post.example', 'Johanna Sommer', 'Ihr Antrag bei Sattelfest wartet auf Sie', '00000000-0000-4000-8000-000000000021', NULL, 'sent', 1, 1795348802030, 1795348863440, NULL, 1795348804161, NULL);
INSERT INTO `outbox` VALUES ('d5a1a12a-9d63-495e-b8fd-f2b07116835c', 'callback_confirmation', 'nobody@post.example', 'Max Fehl', 'Ihre Rückrufanfrage bei Sattelfest', NULL, '7d1fc70d-4858-48ff-a400-f9ed9a224186', 'failed', 1, 1795348804264, 1795348864275, NULL, 1795348804556, '550: No such mailbox');
INSERT INTO `outbox` VALUES ('7d45d48c-d0c2-4ac4-a7c6-76e77440e1a2', 'callback_notification', 'antrag@sattelfest.example', '', 'Neue Rückrufanfrage (7d1fc70d)', NULL, '7d1fc70d-4858-48ff-a400-f9ed9a224186', 'failed', 1, 1795348804264, 1795348864275, NULL, 1795348804617, '550: No such mailbox');
INSERT INTO `outbox` VALUES ('a64db2d7-f9da-4cd2-8101-4e3b48c6d743', 'callback_confirmation', 'later@post.example', 'Ida Später', 'Ihre Rückrufanfrage bei Sattelfest', NULL, '78e57253-e732-4bf5-9887-8bb667e5d62f', 'pending', 1, 1795348804655, 1795539662517, '8bb812ab-e1d5-4094-acf6-91a4667a0386', 1795348805178, '451: Try again …');
INSERT INTO `outbox` VALUES ('1d07526f-b247-4a7a-bfa8-b86c604e2aeb', 'callback_notification', 'antrag@sattelfest.example', '', 'Neue Rückrufanfrage (78e57253)', NULL, '78e57253-e732-4bf5-9887-8bb667e5d62f', 'pending', 1, 1795348804655, 1795539662517, '8bb812ab-e1d5-4094-acf6-91a4667a0386', 1795348805233, '451: Try again later');
INSERT INTO `outbox` VALUES ('4a67cbed-f6e9-46ec-a704-cd00686168d8', 'reminder_second', 'jo@xn--bcher-kva.example', 'Johanna Sommer', 'Dürfen wir Ihnen helfen? Ihr Antrag bei Sattelfest ist noch offen', '00000000-0000-4000-8000-000000000013', NULL, 'pending', 0, 1795539602393, 1795539662517, '8bb812ab-e1d5-4094-acf6-91a4667a0386', NULL, NULL);
INSERT INTO `outbox` VALUES ('fa91b4ca-ba20-41bd-a242-3148267986de', 'reminder_second', 'draft-4@post.example', 'Matthias Brandt-Özdemir', 'Dürfen wir Ihnen helfen? Ihr Antrag bei Sattelfest ist noch offen', '00000000-0000-4000-8000-000000000014', NULL, 'pending', 0, 1795539602393, 1795539662517, '8bb812ab-e1d5-4094-acf6-91a4667a0386', NULL, NULL);
INSERT INTO `outbox` VALUES ('27ea4bba-bc02-48aa-bf5a-8f81181c1894', 'reminder_second', 'draft-5@post.example', 'Kim Lang', 'Dürfen wir Ihnen helfen? Ihr Antrag bei Sattelfest ist noch offen', '00000000-0000-4000-8000-000000000015', NULL, 'pending', 0, 1795539602393, 1795539602393, NULL, NULL, NULL);
INSERT INTO `outbox` VALUES ('04bd0dcb-eacd-4805-a759-ebbf8b94983d', 'reminder_second', 'draft-6@post.example', 'Matthias Brandt-Özdemir', 'Dürfen wir Ihnen helfen? Ihr Antrag bei Sattelfest ist noch offen', '00000000-0000-4000-8000-000000000016', NULL, 'pending', 0, 1795539602393, 1795539602393, NULL, NULL, NULL);
INSERT INTO `outbox` VALUES ('5c97aa44-63db-4cef-b3cc-d604f85f2527', 'completion', 'jo@xn--bcher-kva.example', 'Johanna Sommer', 'Ihr Antrag auf den Top-OP-Schutz ist bei uns eingegangen', '00000000-0000-4000-8000-000000000004', NULL, 'pending', 0, 1795539608005, 1795539608005, NULL, NULL, NULL);
INSERT INTO `outbox` VALUES ('7e3e0bf4-7e04-4373-8a6e-1d8d3262c107', 'internal_completion', 'antrag@sattelfest.example', '', 'Neuer Antrag: Top-OP-Schutz (00000000)', '00000000-0000-4000-8000-000000000004', NULL, 'pending', 0, 1795539608005, 1795539608005, NULL, NULL, NULL);
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
INSERT INTO `policyholder_info` VALUES ('bafc2b78-df18-40af-8719-33a35e976294', '00000000-0000-4000-8000-000000000001', 'mrs', 'Johanna', 'Sommer', '1985-06-14', 'Lindenallee', '12a', '04109', 'Leipzig', 'johanna.sommer@mail.example', '0341 9627 100');
INSERT INTO `policyholder_info` VALUES ('c97ac62f-3bc5-43a5-b684-3ffc60064610', '00000000-0000-4000-8000-000000000002', 'mr', 'Matthias', 'Brandt-Özdemir', '1961-12-31', 'An der Alten Ziegelei', '3', '48143', 'Münster', 'm.brandt+pferd@post.example', '+49 (0)251 4188-22');
INSERT INTO `policyholder_info` VALUES ('8b2e777a-73a7-4334-9ab2-e8951d15fd9e', '00000000-0000-4000-8000-000000000003', 'diverse', 'Anne-Sophie', 'van ''t Hoff', '1999-02-28', 'Kerkstraat', '7 bus 2', '1012 AB', 'Amsterdam', 'a.v''hoff@stal.example', '+31 20 555 0142');
INSERT INTO `policyholder_info` VALUES ('2c2abe8e-32d2-4fec-8cbd-5e45beecb620', '00000000-0000-4000-8000-000000000015', 'diverse', 'Anne-Sophie', 'van ''t Hoff', '1999-02-28', 'Kerkstraat', '7 bus 2', '1012 AB', 'Amsterdam', 'draft-5@post.example', '+31 20 555 0142');
INSERT INTO `policyholder_info` VALUES ('9115cbd8-9bba-485a-b497-a46c6beabf11', '00000000-0000-4000-8000-000000000016', 'mr', 'Matthias', 'Brandt-Özdemir', '1961-12-31', 'An der Alten Ziegelei', '3', '48143', 'Münster', 'draft-6@post.example', '+49 (0)251 4188-22');
INSERT INTO `policyholder_info` VALUES ('26c83395-ab60-4b71-8bd1-c36285afbe61', '00000000-0000-4000-8000-000000000004', 'mrs', 'Johanna', 'Sommer', '1985-06-14', 'Lindenallee', '12a', '04109', 'Leipzig', 'jo@xn--bcher-kva.example', '0341 9627 100');
CREATE TABLE `premium_options` (
	`tariff_type` text NOT NULL,
	`self_participation` integer NOT NULL,
	`monthly_cents` integer NOT NULL,
	FOREIGN KEY (`tariff_type`) REFERENCES `tariffs`(`type`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO `premium_options` VALUES ('basis', 0, 3977);
INSERT INTO `premium_options` VALUES ('basis', 250, 3580);
INSERT INTO `premium_options` VALUES ('basis', 500, 3142);
INSERT INTO `premium_options` VALUES ('basis', 1000, 2268);
INSERT INTO `premium_options` VALUES ('top', 0, 4844);
INSERT INTO `premium_options` VALUES ('top', 250, 4458);
INSERT INTO `premium_options` VALUES ('top', 500, 4021);
INSERT INTO `premium_options` VALUES ('top', 1000, 3149);
INSERT INTO `premium_options` VALUES ('premium', 0, 6952);
INSERT INTO `premium_options` VALUES ('premium', 250, 6535);
INSERT INTO `premium_options` VALUES ('premium', 500, 6049);
INSERT INTO `premium_options` VALUES ('premium', 1000, 5144);
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
INSERT INTO `sepa_mandates` VALUES ('bc9f513f-470e-4468-97a7-5d0a87100308', '00000000-0000-4000-8000-000000000001', 'Johanna Sommer', 'v2.32e1ab48.7qqVVoLpIv0uwEIRaIgX92eXj3guAHGtNcRsgU5j1Oqm0DgWTjUUNFhjDO3HPFQnVcA=', 'v2.32e1ab48./bsIhvluYwtiLre9WBdKhSniZy2LNjsAipYv3O4v0nk01kbvpEC9', 'Commerzbank Köln', 1, 'SF-20261121-QWQMASXEJ5');
INSERT INTO `sepa_mandates` VALUES ('e933f58d-f44f-4050-a031-bd38e7a6bc43', '00000000-0000-4000-8000-000000000002', 'Matthias Brandt-Özdemir', 'v2.32e1ab48.N8LbJpl4+xzk2R5K8aHPaqL2SJu6+QFYd8TpRQUWzDZLgE9PhmqX1khYeL1vJDlF', 'v2.32e1ab48.cWFRdQKuZpgxSLGJK1UdAz9uCFTEs+8xJaHrFXminLuZ3iMV', 'Raiffeisenlandesbank', 1, 'SF-20261121-5SDCPT8GPR');
INSERT INTO `sepa_mandates` VALUES ('3d0d7ba0-b172-499b-b427-d515e4909ef0', '00000000-0000-4000-8000-000000000003', 'Anne-Sophie van ''t Hoff', 'v2.32e1ab48.CuGs3JN9zMlESDnMQSBKYpMWvJ/6NrLkhu4FpKfcaKjeDB71pXuB6bbsJo4=', 'v2.32e1ab48.b/xfk0N0b6RJU1MZaGFauxu5UkRSzI2y8Q8Qu9BV8xsQDFPk', 'Belfius', 1, 'SF-20261121-2HT82HQP8Z');
INSERT INTO `sepa_mandates` VALUES ('b9a7d77f-7e05-4ec2-99a4-bf593b8a0945', '00000000-0000-4000-8000-000000000016', 'Matthias Brandt-Özdemir', 'v2.32e1ab48.tKXgf9hVnhXHgp8+oYoY1QiUdRp4w79sy5semdeT9Vr+YMgDhxejloslK/TN/5jS', 'v2.32e1ab48.H1Yv/AH7wUNEr+KTR9J2aBkR7GBTerNpsJBkULtoC3KP4Caa', 'Raiffeisenlandesbank', 1, NULL);
INSERT INTO `sepa_mandates` VALUES ('f95a4c08-20c2-457c-ad4b-c1e16dda21ef', '00000000-0000-4000-8000-000000000004', 'Johanna Sommer', 'v2.32e1ab48.Px7gpSmsL8PB45zEOZ9dnOdEF/yQPPAsp2+bnNuHCCCTuui1h57AnNjmqr3zqqFQdF4=', 'v2.32e1ab48.GvpPLVFcLCg+08kyeRBe5G/bkp9oDZktE4kVHhS8cIMKQOVJpJuC', 'Commerzbank Köln', 1, 'SF-20261124-7HCNHJ5UPH');
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
INSERT INTO `tariff_benefits` VALUES ('premium', 3, 'Unterbringung in der Klinik', 'unbegrenzt');
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
INSERT INTO `tariff_selections` VALUES ('7e9d3516-46a8-4492-8f09-18324a7daa7b', '00000000-0000-4000-8000-000000000001', 'top', 250, 'monthly', 4458);
INSERT INTO `tariff_selections` VALUES ('bcc4733e-ec25-449d-8af3-f9f8b8a124c2', '00000000-0000-4000-8000-000000000002', 'premium', 0, 'annual', 8008);
INSERT INTO `tariff_selections` VALUES ('ae21653a-2493-4e11-841d-60440495da69', '00000000-0000-4000-8000-000000000003', 'basis', 1000, 'semiannual', 2223);
INSERT INTO `tariff_selections` VALUES ('ba9ca8d2-ccc3-4134-b015-4a7931f20a9f', '00000000-0000-4000-8000-000000000014', 'premium', 0, 'annual', 8008);
INSERT INTO `tariff_selections` VALUES ('09831b0f-6f44-4dc9-a894-06bd3542e294', '00000000-0000-4000-8000-000000000015', 'basis', 1000, 'semiannual', 2223);
INSERT INTO `tariff_selections` VALUES ('55e16620-883b-45ad-86f2-fac2d6a20af2', '00000000-0000-4000-8000-000000000016', 'premium', 0, 'annual', 8008);
INSERT INTO `tariff_selections` VALUES ('74ae7bca-bb69-434b-bcdc-e99593ba487c', '00000000-0000-4000-8000-000000000021', 'top', 250, 'monthly', 4458);
INSERT INTO `tariff_selections` VALUES ('1d60bf97-a0a6-4281-b433-5c8ec134d822', '00000000-0000-4000-8000-000000000004', 'top', 250, 'monthly', 4458);
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
CREATE INDEX `applications_open` ON `applications` (`updated_at`,`first_reminder_at`,`second_reminder_at`,`reminders_stopped_at`) WHERE "applications"."completed_at" is null;
CREATE INDEX `rate_limits_ends` ON `rate_limits` (`ends_at`);

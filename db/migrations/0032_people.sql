CREATE TABLE `waitlist_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token` text NOT NULL,
	`service_type` text NOT NULL,
	`date` text NOT NULL,
	`time_slot` text,
	`client_name` text NOT NULL,
	`client_email` text NOT NULL,
	`client_phone` text NOT NULL,
	`client_address` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`offered_slot_id` integer,
	`offered_until` text,
	`booking_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`offered_slot_id`) REFERENCES `appointment_slots`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`booking_id`) REFERENCES `appointment_bookings`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "waitlist_entries_date" CHECK("waitlist_entries"."date" is date("waitlist_entries"."date")),
	CONSTRAINT "waitlist_entries_service_type" CHECK("waitlist_entries"."service_type" in ('residential', 'commercial', 'deep-cleaning', 'carpet-cleaning', 'window-cleaning')),
	CONSTRAINT "waitlist_entries_status" CHECK("waitlist_entries"."status" in ('waiting', 'offered', 'booked', 'expired', 'left')),
	CONSTRAINT "waitlist_entries_offer" CHECK("waitlist_entries"."status" <> 'offered' or ("waitlist_entries"."offered_slot_id" is not null and "waitlist_entries"."offered_until" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_token_unique` ON `waitlist_entries` (`token`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_waiting` ON `waitlist_entries` (`date`,`service_type`,`id`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `waitlist_entries_offered` ON `waitlist_entries` (`offered_until`) WHERE status = 'offered';--> statement-breakpoint
CREATE INDEX `waitlist_entries_status` ON `waitlist_entries` (`status`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_day` ON `waitlist_entries` (`date`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_slot` ON `waitlist_entries` (`offered_slot_id`) WHERE offered_slot_id is not null;--> statement-breakpoint
CREATE INDEX `waitlist_entries_booking` ON `waitlist_entries` (`booking_id`) WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX `waitlist_entries_person` ON `waitlist_entries` (case when substr(lower(trim(client_email)), instr(lower(trim(client_email)), '@')) in ('@gmail.com', '@googlemail.com') then replace(substr(substr(lower(trim(client_email)), 1, instr(lower(trim(client_email)), '@') - 1), 1, instr(substr(lower(trim(client_email)), 1, instr(lower(trim(client_email)), '@') - 1) || '+', '+') - 1), '.', '') || '@gmail.com' else lower(trim(client_email)) end) WHERE status in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX `waitlist_entries_phone` ON `waitlist_entries` (substr(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(substr(replace(replace(replace(lower(client_phone), 'e', 'x'), 'p', 'x'), '#', 'x'), 1, instr(replace(replace(replace(lower(client_phone), 'e', 'x'), 'p', 'x'), '#', 'x') || 'x', 'x') - 1), ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), '+', ''), char(8208), ''), char(8209), ''), char(8211), ''), char(160), ''), -10)) WHERE status in ('waiting', 'offered');--> statement-breakpoint
CREATE TABLE `member_hours` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`team_member_id` integer NOT NULL,
	`weekday` integer NOT NULL,
	`opens` text NOT NULL,
	`closes` text NOT NULL,
	FOREIGN KEY (`team_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "member_hours_weekday" CHECK("member_hours"."weekday" between 0 and 6),
	CONSTRAINT "member_hours_order" CHECK("member_hours"."opens" < "member_hours"."closes")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_hours_member` ON `member_hours` (`team_member_id`,`weekday`,`opens`);--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`purpose` text NOT NULL,
	`marketing` integer DEFAULT false NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`attachments` text,
	`status` text NOT NULL,
	`send_after` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`last_error` text,
	`message_id` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`related_type` text,
	`related_id` integer,
	`approved_by` text,
	`opportunity_id` integer,
	`created_at` text NOT NULL,
	`sent_at` text,
	FOREIGN KEY (`opportunity_id`) REFERENCES `opportunities`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "outbox_status" CHECK("__new_outbox"."status" in ('draft', 'queued', 'unknown', 'sent', 'stored', 'failed', 'suppressed', 'cancelled')),
	CONSTRAINT "outbox_channel" CHECK("__new_outbox"."channel" in ('email', 'sms')),
	CONSTRAINT "outbox_attachments" CHECK("__new_outbox"."attachments" is null or json_valid("__new_outbox"."attachments")),
	CONSTRAINT "outbox_attempts" CHECK("__new_outbox"."attempts" is null or (typeof("__new_outbox"."attempts") = 'integer' and "__new_outbox"."attempts" >= 0))
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "channel", "purpose", "marketing", "to", "subject", "body", "attachments", "status", "send_after", "attempts", "next_attempt_at", "last_error", "message_id", "dedupe_key", "related_type", "related_id", "approved_by", "opportunity_id", "created_at", "sent_at") SELECT "id", "channel", "purpose", "marketing", "to", "subject", "body", "attachments", "status", "send_after", "attempts", "next_attempt_at", "last_error", "message_id", "dedupe_key", "related_type", "related_id", "approved_by", "opportunity_id", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_messageId_unique` ON `outbox` (`message_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupeKey_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`status`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_by_status` ON `outbox` (`status`);--> statement-breakpoint
CREATE INDEX `outbox_to` ON `outbox` (case when substr(lower(trim("to")), instr(lower(trim("to")), '@')) in ('@gmail.com', '@googlemail.com') then replace(substr(substr(lower(trim("to")), 1, instr(lower(trim("to")), '@') - 1), 1, instr(substr(lower(trim("to")), 1, instr(lower(trim("to")), '@') - 1) || '+', '+') - 1), '.', '') || '@gmail.com' else lower(trim("to")) end);--> statement-breakpoint
CREATE INDEX `outbox_related` ON `outbox` (`related_type`,`related_id`);--> statement-breakpoint
CREATE INDEX `outbox_opportunity` ON `outbox` (`opportunity_id`) WHERE opportunity_id is not null;--> statement-breakpoint
CREATE INDEX `outbox_purpose` ON `outbox` (purpose,case when substr(lower(trim("to")), instr(lower(trim("to")), '@')) in ('@gmail.com', '@googlemail.com') then replace(substr(substr(lower(trim("to")), 1, instr(lower(trim("to")), '@') - 1), 1, instr(substr(lower(trim("to")), 1, instr(lower(trim("to")), '@') - 1) || '+', '+') - 1), '.', '') || '@gmail.com' else lower(trim("to")) end,created_at);--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `sms_consent_at` text;--> statement-breakpoint
ALTER TABLE `clients` ADD `sms_consent_at` text;--> statement-breakpoint
ALTER TABLE `work_orders` ADD `schedule_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_orders` ADD `visit_token` text;--> statement-breakpoint
ALTER TABLE `work_orders` ADD `confirmed_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `work_orders_visitToken_unique` ON `work_orders` (`visit_token`);--> statement-breakpoint
CREATE INDEX `work_orders_need` ON `work_orders` (`scheduled_date`,`estimated_duration`,`crew_size`,`assigned_team_member_id`) WHERE status in ('scheduled', 'assigned', 'enroute', 'onsite', 'in-progress', 'incomplete');--> statement-breakpoint
ALTER TABLE `contact_inquiries` ADD `sms_consent_at` text;--> statement-breakpoint
CREATE TRIGGER `kept_messages_insert` AFTER INSERT ON `outbox` BEGIN INSERT INTO `kept_counts` (`name`, `key`, `rows`) VALUES ('messages', NEW.`status`, 1) ON CONFLICT (`name`, `key`) DO UPDATE SET `rows` = `rows` + 1; END;--> statement-breakpoint
CREATE TRIGGER `kept_messages_delete` AFTER DELETE ON `outbox` BEGIN UPDATE `kept_counts` SET `rows` = `rows` - 1 WHERE `name` = 'messages' AND `key` = OLD.`status`; END;--> statement-breakpoint
CREATE TRIGGER `kept_messages_update` AFTER UPDATE OF `status` ON `outbox` WHEN OLD.`status` IS NOT NEW.`status` BEGIN UPDATE `kept_counts` SET `rows` = `rows` - 1 WHERE `name` = 'messages' AND `key` = OLD.`status`; INSERT INTO `kept_counts` (`name`, `key`, `rows`) VALUES ('messages', NEW.`status`, 1) ON CONFLICT (`name`, `key`) DO UPDATE SET `rows` = `rows` + 1; END;

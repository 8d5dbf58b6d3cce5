PRAGMA foreign_keys=OFF;--> statement-breakpoint
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
	CONSTRAINT "outbox_channel" CHECK("__new_outbox"."channel" = 'email'),
	CONSTRAINT "outbox_attachments" CHECK("__new_outbox"."attachments" is null or json_valid("__new_outbox"."attachments")),
	CONSTRAINT "outbox_attempts" CHECK("__new_outbox"."attempts" is null or (typeof("__new_outbox"."attempts") = 'integer' and "__new_outbox"."attempts" >= 0))
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "channel", "purpose", "marketing", "to", "subject", "body", "attachments", "status", "send_after", "attempts", "next_attempt_at", "last_error", "message_id", "dedupe_key", "related_type", "related_id", "approved_by", "opportunity_id", "created_at", "sent_at") SELECT "id", "channel", "purpose", "marketing", "to", "subject", "body", "attachments", "status", "send_after", "attempts", "next_attempt_at", "last_error", "message_id", "dedupe_key", "related_type", "related_id", "approved_by", "opportunity_id", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_messageId_unique` ON `outbox` (`message_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupeKey_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`status`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_by_status` ON `outbox` (`status`);--> statement-breakpoint
CREATE INDEX `outbox_to` ON `outbox` (lower("to"));--> statement-breakpoint
CREATE INDEX `outbox_related` ON `outbox` (`related_type`,`related_id`);--> statement-breakpoint
CREATE INDEX `outbox_opportunity` ON `outbox` (`opportunity_id`) WHERE opportunity_id is not null;--> statement-breakpoint
CREATE INDEX `outbox_purpose` ON `outbox` (`purpose`,lower("to"),`created_at`);
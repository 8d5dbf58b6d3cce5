CREATE TABLE `client_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `client_links_tokenHash_unique` ON `client_links` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `client_links_email` ON `client_links` (lower(email),`created_at`);
--> statement-breakpoint
CREATE INDEX `client_links_expires` ON `client_links` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `client_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` integer NOT NULL,
	`from` text NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	`read_at` text,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "client_messages_from" CHECK("client_messages"."from" in ('client', 'office'))
);
--> statement-breakpoint
CREATE INDEX `client_messages_client` ON `client_messages` (`client_id`);
--> statement-breakpoint
CREATE INDEX `client_messages_unread` ON `client_messages` (`client_id`,`from`) WHERE read_at is null;
--> statement-breakpoint
CREATE TABLE `conversations` (
	`client_id` integer PRIMARY KEY NOT NULL,
	`last_message_id` integer NOT NULL,
	`last_at` text NOT NULL,
	`unread` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "conversations_unread" CHECK("conversations"."unread" is null or (typeof("conversations"."unread") = 'integer' and "conversations"."unread" >= 0))
);
--> statement-breakpoint
CREATE INDEX `conversations_last` ON `conversations` (`last_message_id`);
--> statement-breakpoint
CREATE INDEX `conversations_unread` ON `conversations` (`last_message_id`,`unread`) WHERE unread > 0;
--> statement-breakpoint
CREATE TABLE `ratings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_order_id` integer NOT NULL,
	`client_id` integer NOT NULL,
	`team_member_id` integer,
	`stars` integer NOT NULL,
	`text` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`work_order_id`) REFERENCES `work_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`team_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "ratings_stars" CHECK("ratings"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_workOrderId_unique` ON `ratings` (`work_order_id`);
--> statement-breakpoint
CREATE INDEX `ratings_client` ON `ratings` (`client_id`);
--> statement-breakpoint
CREATE INDEX `ratings_member` ON `ratings` (`team_member_id`) WHERE team_member_id is not null;
--> statement-breakpoint
CREATE TABLE `__new_sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`link_id` integer,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	FOREIGN KEY (`link_id`) REFERENCES `client_links`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sessions_kind" CHECK("kind" in ('admin', 'member', 'client'))
);
--> statement-breakpoint
INSERT INTO `__new_sessions`("id_hash", "kind", "subject_id", "created_at", "expires_at", "revoked_at") SELECT "id_hash", "kind", "subject_id", "created_at", "expires_at", "revoked_at" FROM `sessions`;
--> statement-breakpoint
DROP TABLE `sessions`;
--> statement-breakpoint
ALTER TABLE `__new_sessions` RENAME TO `sessions`;
--> statement-breakpoint
CREATE INDEX `sessions_link` ON `sessions` (`link_id`) WHERE link_id is not null;
--> statement-breakpoint
CREATE INDEX `sessions_subject` ON `sessions` (`kind`,`subject_id`);
--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);
--> statement-breakpoint
CREATE TRIGGER `kept_ratings_insert` AFTER INSERT ON `ratings` BEGIN INSERT INTO `kept_counts` (`name`, `key`, `rows`) VALUES ('ratings', coalesce(NEW.`team_member_id`, 0) || ' ' || NEW.`stars`, 1) ON CONFLICT (`name`, `key`) DO UPDATE SET `rows` = `rows` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `kept_ratings_delete` AFTER DELETE ON `ratings` BEGIN UPDATE `kept_counts` SET `rows` = `rows` - 1 WHERE `name` = 'ratings' AND `key` = coalesce(OLD.`team_member_id`, 0) || ' ' || OLD.`stars`; END;
--> statement-breakpoint
CREATE TRIGGER `kept_ratings_update` AFTER UPDATE OF `team_member_id`, `stars` ON `ratings` BEGIN UPDATE `kept_counts` SET `rows` = `rows` - 1 WHERE `name` = 'ratings' AND `key` = coalesce(OLD.`team_member_id`, 0) || ' ' || OLD.`stars`; INSERT INTO `kept_counts` (`name`, `key`, `rows`) VALUES ('ratings', coalesce(NEW.`team_member_id`, 0) || ' ' || NEW.`stars`, 1) ON CONFLICT (`name`, `key`) DO UPDATE SET `rows` = `rows` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `conversations_insert` AFTER INSERT ON `client_messages` BEGIN INSERT INTO `conversations` (`client_id`, `last_message_id`, `last_at`, `unread`) VALUES (NEW.`client_id`, NEW.`id`, NEW.`created_at`, NEW.`from` = 'client' AND NEW.`read_at` IS NULL) ON CONFLICT (`client_id`) DO UPDATE SET `last_at` = iif(excluded.`last_message_id` > `last_message_id`, excluded.`last_at`, `last_at`), `last_message_id` = max(`last_message_id`, excluded.`last_message_id`), `unread` = `unread` + excluded.`unread`; END;
--> statement-breakpoint
CREATE TRIGGER `conversations_read` AFTER UPDATE OF `read_at` ON `client_messages` WHEN NEW.`from` = 'client' AND (OLD.`read_at` IS NULL) <> (NEW.`read_at` IS NULL) BEGIN UPDATE `conversations` SET `unread` = `unread` + iif(NEW.`read_at` IS NULL, 1, -1) WHERE `client_id` = NEW.`client_id`; END;
--> statement-breakpoint
CREATE TRIGGER `conversations_move` AFTER UPDATE OF `client_id` ON `client_messages` WHEN NEW.`client_id` <> OLD.`client_id` BEGIN DELETE FROM `conversations` WHERE `client_id` = OLD.`client_id` AND NOT EXISTS (SELECT 1 FROM `client_messages` WHERE `client_id` = OLD.`client_id`); UPDATE `conversations` SET `unread` = `unread` - (OLD.`from` = 'client' AND OLD.`read_at` IS NULL), (`last_message_id`, `last_at`) = (SELECT `id`, `created_at` FROM `client_messages` WHERE `client_id` = OLD.`client_id` ORDER BY `id` DESC LIMIT 1) WHERE `client_id` = OLD.`client_id`; INSERT INTO `conversations` (`client_id`, `last_message_id`, `last_at`, `unread`) VALUES (NEW.`client_id`, NEW.`id`, NEW.`created_at`, NEW.`from` = 'client' AND NEW.`read_at` IS NULL) ON CONFLICT (`client_id`) DO UPDATE SET `last_at` = iif(excluded.`last_message_id` > `last_message_id`, excluded.`last_at`, `last_at`), `last_message_id` = max(`last_message_id`, excluded.`last_message_id`), `unread` = `unread` + excluded.`unread`; END;
--> statement-breakpoint
CREATE TRIGGER `conversations_delete` AFTER DELETE ON `client_messages` BEGIN DELETE FROM `conversations` WHERE `client_id` = OLD.`client_id` AND NOT EXISTS (SELECT 1 FROM `client_messages` WHERE `client_id` = OLD.`client_id`); UPDATE `conversations` SET `unread` = `unread` - (OLD.`from` = 'client' AND OLD.`read_at` IS NULL), (`last_message_id`, `last_at`) = (SELECT `id`, `created_at` FROM `client_messages` WHERE `client_id` = OLD.`client_id` ORDER BY `id` DESC LIMIT 1) WHERE `client_id` = OLD.`client_id`; END;

CREATE TABLE `__new_social_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`platform` text NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	`status` text NOT NULL,
	`is_approved` integer DEFAULT false NOT NULL,
	`scheduled_for` text,
	`publishing_since` text,
	`next_attempt_at` text,
	`posted_at` text,
	`external_id` text,
	`permalink` text,
	`likes` integer,
	`comments` integer,
	`shares` integer,
	`reach` integer,
	`metrics_at` text,
	`error` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`source` text DEFAULT 'manual' NOT NULL,
	`evidence` text,
	`dedupe_key` text,
	`request_hash` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "social_posts_platform" CHECK("__new_social_posts"."platform" in ('facebook', 'instagram', 'tiktok', 'google')),
	CONSTRAINT "social_posts_type" CHECK("__new_social_posts"."type" in ('business-update', 'achievement', 'cleaning-tip', 'service-highlight', 'customer-story')),
	CONSTRAINT "social_posts_status" CHECK("__new_social_posts"."status" in ('draft', 'scheduled', 'publishing', 'posted', 'failed', 'missed', 'cancelled')),
	CONSTRAINT "social_posts_source" CHECK("__new_social_posts"."source" in ('manual', 'template', 'worker')),
	CONSTRAINT "social_posts_scheduled" CHECK("__new_social_posts"."status" <> 'scheduled' or "__new_social_posts"."scheduled_for" is not null),
	CONSTRAINT "social_posts_posted" CHECK(("__new_social_posts"."status" = 'posted') = ("__new_social_posts"."posted_at" is not null)),
	CONSTRAINT "social_posts_attempts" CHECK("__new_social_posts"."attempts" is null or (typeof("__new_social_posts"."attempts") = 'integer' and "__new_social_posts"."attempts" >= 0)),
	CONSTRAINT "social_posts_evidence" CHECK("__new_social_posts"."evidence" is null or json_valid("__new_social_posts"."evidence"))
);
--> statement-breakpoint
INSERT INTO `__new_social_posts`("id", "platform", "type", "content", "status", "is_approved", "scheduled_for", "publishing_since", "next_attempt_at", "posted_at", "external_id", "permalink", "likes", "comments", "shares", "reach", "metrics_at", "error", "attempts", "source", "evidence", "dedupe_key", "request_hash", "created_at", "updated_at") SELECT "id", "platform", "type", "content", "status", "is_approved", "scheduled_for", "publishing_since", "next_attempt_at", "posted_at", "external_id", "permalink", "likes", "comments", "shares", "reach", "metrics_at", "error", "attempts", "source", "evidence", "dedupe_key", "request_hash", "created_at", "updated_at" FROM `social_posts`;--> statement-breakpoint
DROP TABLE `social_posts`;--> statement-breakpoint
ALTER TABLE `__new_social_posts` RENAME TO `social_posts`;--> statement-breakpoint
CREATE UNIQUE INDEX `social_posts_dedupeKey_unique` ON `social_posts` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `social_posts_status` ON `social_posts` (`status`);--> statement-breakpoint
CREATE INDEX `social_posts_due` ON `social_posts` (`scheduled_for`) WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX `social_posts_planned` ON `social_posts` (`scheduled_for`);--> statement-breakpoint
CREATE INDEX `social_posts_posted_at` ON `social_posts` (`posted_at`,`platform`,`type`);--> statement-breakpoint
CREATE INDEX `social_posts_created` ON `social_posts` (`created_at`,`source`);
CREATE TABLE `achievement_unlocks` (
	`achievement_id` text PRIMARY KEY NOT NULL,
	`unlocked_at` text NOT NULL,
	`value_at_unlock` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `daily_stats` (
	`date` text PRIMARY KEY NOT NULL,
	`clients_acquired` integer NOT NULL,
	`leads` integer NOT NULL,
	`contacted_or_won` integer NOT NULL,
	`posts` integer NOT NULL,
	`assignments` integer NOT NULL,
	`jobs_done` integer NOT NULL,
	CONSTRAINT "daily_stats_date" CHECK("daily_stats"."date" is date("daily_stats"."date")),
	CONSTRAINT "daily_stats_clients" CHECK("daily_stats"."clients_acquired" is null or (typeof("daily_stats"."clients_acquired") = 'integer' and "daily_stats"."clients_acquired" >= 0))
);
--> statement-breakpoint
CREATE TABLE `automation_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`worker_key` text NOT NULL,
	`trigger` text NOT NULL,
	`started_at` text NOT NULL,
	`finished_at` text,
	`status` text NOT NULL,
	`examined` integer DEFAULT 0 NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`message` text NOT NULL,
	`error` text,
	CONSTRAINT "automation_runs_worker" CHECK("automation_runs"."worker_key" in ('lead-generation', 'engagement', 'quote-optimisation', 'social-content', 'market-analysis', 'partnerships', 'contracts', 'expansion', 'alliances', 'competitor-analysis')),
	CONSTRAINT "automation_runs_trigger" CHECK("automation_runs"."trigger" in ('schedule', 'manual', 'start')),
	CONSTRAINT "automation_runs_status" CHECK("automation_runs"."status" in ('ok', 'empty', 'skipped', 'error'))
);
--> statement-breakpoint
CREATE INDEX `automation_runs_worker_newest` ON `automation_runs` (`worker_key`);--> statement-breakpoint
CREATE INDEX `automation_runs_ok` ON `automation_runs` (`finished_at`) WHERE status = 'ok';--> statement-breakpoint
CREATE INDEX `automation_runs_started` ON `automation_runs` (`started_at`);--> statement-breakpoint
CREATE TABLE `automation_state` (
	`key` text PRIMARY KEY NOT NULL,
	`is_active` integer DEFAULT false NOT NULL,
	`started_at` text,
	`started_by` text,
	`stopped_at` text,
	CONSTRAINT "automation_state_key" CHECK("automation_state"."key" in ('ai', 'canaan'))
);
--> statement-breakpoint
CREATE TABLE `automation_workers` (
	`key` text PRIMARY KEY NOT NULL,
	`dashboard` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`last_run_at` text,
	`next_run_at` text,
	`last_status` text,
	`last_message` text,
	CONSTRAINT "automation_workers_key" CHECK("automation_workers"."key" in ('lead-generation', 'engagement', 'quote-optimisation', 'social-content', 'market-analysis', 'partnerships', 'contracts', 'expansion', 'alliances', 'competitor-analysis')),
	CONSTRAINT "automation_workers_dashboard" CHECK("automation_workers"."dashboard" in ('ai', 'canaan'))
);
--> statement-breakpoint
CREATE TABLE `competitor_prices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`competitor` text NOT NULL,
	`service` text NOT NULL,
	`price_cents` integer NOT NULL,
	`unit` text NOT NULL,
	`source` text,
	`observed_on` text NOT NULL,
	`entered_by` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "competitor_prices_price" CHECK("competitor_prices"."price_cents" is null or (typeof("competitor_prices"."price_cents") = 'integer' and "competitor_prices"."price_cents" between 0 and 9999999999)),
	CONSTRAINT "competitor_prices_day" CHECK("competitor_prices"."observed_on" is date("competitor_prices"."observed_on"))
);
--> statement-breakpoint
CREATE INDEX `competitor_prices_service` ON `competitor_prices` (`service`,`unit`);--> statement-breakpoint
CREATE TABLE `demand_snapshots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` integer NOT NULL,
	`period_start` text NOT NULL,
	`period_end` text NOT NULL,
	`dimension` text NOT NULL,
	`key` text NOT NULL,
	`inquiries` integer DEFAULT 0 NOT NULL,
	`bookings` integer DEFAULT 0 NOT NULL,
	`jobs_done` integer DEFAULT 0 NOT NULL,
	`revenue_cents` integer DEFAULT 0 NOT NULL,
	`converted` integer DEFAULT 0 NOT NULL,
	`details` text,
	FOREIGN KEY (`run_id`) REFERENCES `automation_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "demand_snapshots_dimension" CHECK("demand_snapshots"."dimension" in ('service', 'area', 'month', 'weekday', 'window', 'competitor')),
	CONSTRAINT "demand_snapshots_start" CHECK("demand_snapshots"."period_start" is date("demand_snapshots"."period_start")),
	CONSTRAINT "demand_snapshots_end" CHECK("demand_snapshots"."period_end" is date("demand_snapshots"."period_end")),
	CONSTRAINT "demand_snapshots_details" CHECK("demand_snapshots"."details" is null or json_valid("demand_snapshots"."details"))
);
--> statement-breakpoint
CREATE INDEX `demand_snapshots_run` ON `demand_snapshots` (`run_id`,`dimension`);--> statement-breakpoint
CREATE TABLE `opportunities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`title` text NOT NULL,
	`reason` text NOT NULL,
	`evidence` text NOT NULL,
	`score` integer NOT NULL,
	`value_cents` integer,
	`value_basis` text,
	`call_only` text,
	`status` text DEFAULT 'open' NOT NULL,
	`closed_reason` text,
	`run_id` integer,
	`created_at` text NOT NULL,
	`status_changed_at` text NOT NULL,
	`status_changed_by` text,
	FOREIGN KEY (`run_id`) REFERENCES `automation_runs`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "opportunities_kind" CHECK("opportunities"."kind" in ('lead_lapsed', 'lead_stale_quote', 'lead_cart', 'lead_cancelled', 'lead_onetime', 'review_request', 'insight', 'partnership', 'corporate_contract', 'market_expansion', 'strategic_alliance')),
	CONSTRAINT "opportunities_status" CHECK("opportunities"."status" in ('open', 'drafted', 'contacted', 'won', 'lost', 'dismissed', 'expired')),
	CONSTRAINT "opportunities_subject" CHECK("opportunities"."subject_type" in ('client', 'quote', 'booking', 'cart', 'work-order', 'order', 'supplier', 'domain', 'town', 'service', 'area', 'company')),
	CONSTRAINT "opportunities_score" CHECK(typeof("opportunities"."score") = 'integer' and "opportunities"."score" between 0 and 100),
	CONSTRAINT "opportunities_value" CHECK("opportunities"."value_cents" is null or (typeof("opportunities"."value_cents") = 'integer' and "opportunities"."value_cents" between 0 and 9999999999)),
	CONSTRAINT "opportunities_value_basis" CHECK(("opportunities"."value_cents" is null) = ("opportunities"."value_basis" is null)),
	CONSTRAINT "opportunities_evidence" CHECK(json_valid("opportunities"."evidence"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `opportunities_dedupeKey_unique` ON `opportunities` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `opportunities_kind_status` ON `opportunities` (`kind`,`status`);--> statement-breakpoint
CREATE INDEX `opportunities_subject` ON `opportunities` (`subject_type`,`subject_id`,`kind`);--> statement-breakpoint
CREATE INDEX `opportunities_run` ON `opportunities` (`run_id`);--> statement-breakpoint
CREATE INDEX `opportunities_created` ON `opportunities` (`created_at`,`kind`);--> statement-breakpoint
CREATE INDEX `opportunities_status` ON `opportunities` (`status`);--> statement-breakpoint
CREATE INDEX `opportunities_value_sums` ON `opportunities` (`kind`,`status`,`value_cents`);--> statement-breakpoint
CREATE TABLE `price_suggestions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`inquiry_id` integer,
	`service_type` text NOT NULL,
	`area` text,
	`n` integer NOT NULL,
	`p25_cents` integer,
	`median_cents` integer,
	`p75_cents` integer,
	`minutes_median` integer,
	`suggested_cents` integer,
	`explanation` text NOT NULL,
	`run_id` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`inquiry_id`) REFERENCES `contact_inquiries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`run_id`) REFERENCES `automation_runs`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "price_suggestions_n" CHECK("price_suggestions"."n" is null or (typeof("price_suggestions"."n") = 'integer' and "price_suggestions"."n" >= 0)),
	CONSTRAINT "price_suggestions_few" CHECK("price_suggestions"."n" >= 5 or "price_suggestions"."suggested_cents" is null),
	CONSTRAINT "price_suggestions_suggested" CHECK("price_suggestions"."suggested_cents" is null or (typeof("price_suggestions"."suggested_cents") = 'integer' and "price_suggestions"."suggested_cents" between 0 and 9999999999))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_suggestions_inquiryId_unique` ON `price_suggestions` (`inquiry_id`);--> statement-breakpoint
CREATE INDEX `price_suggestions_run` ON `price_suggestions` (`run_id`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`basis` text NOT NULL,
	`source` text NOT NULL,
	`obtained_at` text NOT NULL,
	`expires_at` text,
	`withdrawn_at` text,
	`recorded_by` text,
	CONSTRAINT "consents_basis" CHECK("consents"."basis" in ('express', 'purchase', 'inquiry')),
	CONSTRAINT "consents_expiry" CHECK(("consents"."basis" = 'express') = ("consents"."expires_at" is null))
);
--> statement-breakpoint
CREATE INDEX `consents_email` ON `consents` (lower(email),`basis`);--> statement-breakpoint
CREATE INDEX `consents_phone` ON `consents` (substr(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), -10));--> statement-breakpoint
CREATE TABLE `marketing_recipients` (
	`email` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`unsubscribed_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `marketing_recipients_token_unique` ON `marketing_recipients` (`token`);--> statement-breakpoint
CREATE TABLE `referrals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`referrer_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`friend_email` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`referrer_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`booking_id`) REFERENCES `appointment_bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "referrals_email" CHECK("referrals"."friend_email" = lower("referrals"."friend_email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_bookingId_unique` ON `referrals` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_friendEmail_unique` ON `referrals` (`friend_email`);--> statement-breakpoint
CREATE INDEX `referrals_referrer` ON `referrals` (`referrer_id`);--> statement-breakpoint
CREATE TABLE `social_accounts` (
	`platform` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`external_id` text,
	`name` text,
	`followers` integer,
	`checked_at` text,
	`last_error` text,
	CONSTRAINT "social_accounts_platform" CHECK("social_accounts"."platform" in ('facebook', 'instagram', 'tiktok', 'google')),
	CONSTRAINT "social_accounts_status" CHECK("social_accounts"."status" in ('pending', 'connected', 'disconnected'))
);
--> statement-breakpoint
CREATE TABLE `social_posts` (
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
	CONSTRAINT "social_posts_platform" CHECK("social_posts"."platform" in ('facebook', 'instagram', 'tiktok', 'google')),
	CONSTRAINT "social_posts_type" CHECK("social_posts"."type" in ('business-update', 'achievement', 'cleaning-tip', 'service-highlight', 'customer-story')),
	CONSTRAINT "social_posts_status" CHECK("social_posts"."status" in ('draft', 'scheduled', 'publishing', 'posted', 'failed', 'cancelled')),
	CONSTRAINT "social_posts_source" CHECK("social_posts"."source" in ('manual', 'template', 'worker')),
	CONSTRAINT "social_posts_scheduled" CHECK("social_posts"."status" <> 'scheduled' or "social_posts"."scheduled_for" is not null),
	CONSTRAINT "social_posts_posted" CHECK(("social_posts"."status" = 'posted') = ("social_posts"."posted_at" is not null)),
	CONSTRAINT "social_posts_attempts" CHECK("social_posts"."attempts" is null or (typeof("social_posts"."attempts") = 'integer' and "social_posts"."attempts" >= 0)),
	CONSTRAINT "social_posts_evidence" CHECK("social_posts"."evidence" is null or json_valid("social_posts"."evidence"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `social_posts_dedupeKey_unique` ON `social_posts` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `social_posts_status` ON `social_posts` (`status`);--> statement-breakpoint
CREATE INDEX `social_posts_due` ON `social_posts` (`scheduled_for`) WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX `social_posts_planned` ON `social_posts` (`scheduled_for`);--> statement-breakpoint
CREATE INDEX `social_posts_posted_at` ON `social_posts` (`posted_at`,`platform`,`type`);--> statement-breakpoint
CREATE INDEX `social_posts_created` ON `social_posts` (`created_at`,`source`);--> statement-breakpoint
CREATE TABLE `saved_carts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`items` text NOT NULL,
	`subtotal_cents` integer NOT NULL,
	`consent` integer DEFAULT false NOT NULL,
	`updated_at` text NOT NULL,
	`order_id` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`order_number`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "saved_carts_items" CHECK(json_valid("saved_carts"."items")),
	CONSTRAINT "saved_carts_subtotal" CHECK("saved_carts"."subtotal_cents" is null or (typeof("saved_carts"."subtotal_cents") = 'integer' and "saved_carts"."subtotal_cents" between 0 and 9999999999))
);
--> statement-breakpoint
CREATE INDEX `saved_carts_idle` ON `saved_carts` (`updated_at`) WHERE order_id is null;--> statement-breakpoint
CREATE INDEX `saved_carts_updated` ON `saved_carts` (`updated_at`);--> statement-breakpoint
CREATE INDEX `saved_carts_email` ON `saved_carts` (lower(email));--> statement-breakpoint
CREATE INDEX `saved_carts_order` ON `saved_carts` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE TABLE `__new_invoice_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` integer NOT NULL,
	`description` text NOT NULL,
	`quantity` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`is_goods` integer DEFAULT false NOT NULL,
	`offer` text,
	`referral_id` integer,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`referral_id`) REFERENCES `referrals`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "invoice_items_quantity" CHECK(typeof("quantity") = 'integer' and "quantity" > 0),
	CONSTRAINT "invoice_items_offer" CHECK("offer" is null or "offer" in ('first-online-booking', 'referral-friend', 'referral-reward')),
	CONSTRAINT "invoice_items_price" CHECK(typeof("price_cents") = 'integer' and abs("price_cents") <= 9999999999 and case when "offer" is null then "price_cents" >= 0 else "price_cents" <= 0 end)
);
--> statement-breakpoint
INSERT INTO `__new_invoice_items`("id", "invoice_id", "description", "quantity", "price_cents", "is_goods", "offer", "referral_id") SELECT "id", "invoice_id", "description", "quantity", "price_cents", "is_goods", NULL, NULL FROM `invoice_items`;--> statement-breakpoint
DROP TABLE `invoice_items`;--> statement-breakpoint
ALTER TABLE `__new_invoice_items` RENAME TO `invoice_items`;--> statement-breakpoint
CREATE INDEX `invoice_items_referral` ON `invoice_items` (`referral_id`) WHERE referral_id is not null;--> statement-breakpoint
CREATE INDEX `invoice_items_invoice` ON `invoice_items` (`invoice_id`);--> statement-breakpoint
ALTER TABLE `clients` ADD `company` text;--> statement-breakpoint
ALTER TABLE `clients` ADD `photo_consent` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `referral_code` text;--> statement-breakpoint
CREATE UNIQUE INDEX `clients_referralCode_unique` ON `clients` (`referral_code`);--> statement-breakpoint
CREATE INDEX `clients_company` ON `clients` (lower(company)) WHERE company is not null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `opportunity_id` integer REFERENCES `opportunities`(`id`) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `outbox_opportunity` ON `outbox` (`opportunity_id`) WHERE opportunity_id is not null;--> statement-breakpoint
CREATE INDEX `outbox_purpose` ON `outbox` (`purpose`,lower("to"),`created_at`);--> statement-breakpoint
CREATE INDEX `appointment_bookings_created` ON `appointment_bookings` (`created_at`,`status`);--> statement-breakpoint
CREATE INDEX `work_order_assignments_assigned` ON `work_order_assignments` (`assigned_at`);--> statement-breakpoint
CREATE INDEX `work_orders_completed` ON `work_orders` (`completed_date`,`status`,`service_type`) WHERE completed_date is not null;--> statement-breakpoint
CREATE INDEX `contact_inquiries_phone` ON `contact_inquiries` (substr(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), -10)) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `contact_inquiries_created` ON `contact_inquiries` (`created_at`,`status`);--> statement-breakpoint
CREATE INDEX `contact_inquiries_confirmed` ON `contact_inquiries` (`confirmed_at`) WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX `consents_by_basis` ON `consents` (`basis`,`withdrawn_at`,`expires_at`);--> statement-breakpoint
CREATE INDEX `marketing_recipients_unsubscribed` ON `marketing_recipients` (`unsubscribed_at`) WHERE unsubscribed_at is not null;--> statement-breakpoint
DROP TRIGGER `clients_search_insert`;--> statement-breakpoint
DROP TRIGGER `clients_search_delete`;--> statement-breakpoint
DROP TRIGGER `clients_search_update`;--> statement-breakpoint
DROP TABLE `clients_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `clients_search` USING fts5(`name`, `email`, `phone`, `address`, `company`, content='clients', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE TRIGGER `clients_search_insert` AFTER INSERT ON `clients` BEGIN INSERT INTO `clients_search`(`rowid`, `name`, `email`, `phone`, `address`, `company`) VALUES (NEW.`id`, NEW.`name`, NEW.`email`, NEW.`phone`, NEW.`address`, NEW.`company`); END;--> statement-breakpoint
CREATE TRIGGER `clients_search_delete` AFTER DELETE ON `clients` BEGIN INSERT INTO `clients_search`(`clients_search`, `rowid`, `name`, `email`, `phone`, `address`, `company`) VALUES ('delete', OLD.`id`, OLD.`name`, OLD.`email`, OLD.`phone`, OLD.`address`, OLD.`company`); END;--> statement-breakpoint
CREATE TRIGGER `clients_search_update` AFTER UPDATE OF `name`, `email`, `phone`, `address`, `company` ON `clients` BEGIN INSERT INTO `clients_search`(`clients_search`, `rowid`, `name`, `email`, `phone`, `address`, `company`) VALUES ('delete', OLD.`id`, OLD.`name`, OLD.`email`, OLD.`phone`, OLD.`address`, OLD.`company`); INSERT INTO `clients_search`(`rowid`, `name`, `email`, `phone`, `address`, `company`) VALUES (NEW.`id`, NEW.`name`, NEW.`email`, NEW.`phone`, NEW.`address`, NEW.`company`); END;--> statement-breakpoint
INSERT INTO `clients_search`(`clients_search`) VALUES ('rebuild');--> statement-breakpoint
INSERT INTO `automation_state`(`key`) VALUES ('ai'), ('canaan');--> statement-breakpoint
INSERT INTO `automation_workers`(`key`, `dashboard`) VALUES ('lead-generation', 'ai'), ('engagement', 'ai'), ('quote-optimisation', 'ai'), ('social-content', 'ai'), ('market-analysis', 'ai'), ('partnerships', 'canaan'), ('contracts', 'canaan'), ('expansion', 'canaan'), ('alliances', 'canaan'), ('competitor-analysis', 'canaan');

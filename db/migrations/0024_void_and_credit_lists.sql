DROP INDEX `invoices_bin_newest`;--> statement-breakpoint
DROP INDEX `invoices_bin`;--> statement-breakpoint
CREATE INDEX `invoices_voided` ON `invoices` (`id`) WHERE deleted_at is not null and status <> 'draft';--> statement-breakpoint
CREATE INDEX `invoices_credited` ON `invoices` (`id`) WHERE deleted_at is null and credited_cents > 0 and credited_cents >= total_cents;--> statement-breakpoint
CREATE INDEX `invoices_bin` ON `invoices` (`deleted_at`,`status`) WHERE deleted_at is not null;
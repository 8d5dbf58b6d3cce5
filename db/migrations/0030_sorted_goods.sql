CREATE INDEX `orders_all_customer` ON `orders` (customer_name collate nocase);--> statement-breakpoint
CREATE INDEX `orders_all_total` ON `orders` (`total_cents`);--> statement-breakpoint
CREATE INDEX `orders_status_customer` ON `orders` (`status`,customer_name collate nocase);--> statement-breakpoint
CREATE INDEX `orders_status_total` ON `orders` (`status`,`total_cents`);--> statement-breakpoint
CREATE INDEX `products_active_by_stock` ON `products` (`is_active`,`stock_quantity`);--> statement-breakpoint
CREATE INDEX `products_active_by_margin` ON `products` (`is_active`,case when price_cents > 0 and cost_cents > 0 then (price_cents - cost_cents) * 1.0 / price_cents else -1e9 end);
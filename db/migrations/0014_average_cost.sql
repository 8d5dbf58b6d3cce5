-- Keeps what each stock is worth in all, what the goods of each order line cost, and the cost of each movement in the ledger.
ALTER TABLE `products` ADD `stock_value_cents` integer DEFAULT 0 NOT NULL CONSTRAINT "products_stock_value" CHECK("stock_value_cents" is null or (typeof("stock_value_cents") = 'integer' and "stock_value_cents" >= 0));--> statement-breakpoint
ALTER TABLE `products` ADD `is_sample` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `products` SET `stock_value_cents` = `stock_quantity` * coalesce(`cost_cents`, 0);--> statement-breakpoint
-- The starter catalogue, by its pictures and its invented suppliers: the owner is asked once whether it is the company's stock.
UPDATE `products` SET `is_sample` = 1 WHERE `image_url` GLOB '/products/*.svg'
  AND `supplier_name` IN ('Thompson Valley Supply', 'Pacific Janitorial', 'Cariboo Paper & Packaging', 'Interior Safety Products');--> statement-breakpoint
ALTER TABLE `order_items` ADD `cogs_cents` integer CONSTRAINT "order_items_cogs" CHECK("cogs_cents" is null or (typeof("cogs_cents") = 'integer' and "cogs_cents" >= 0));--> statement-breakpoint
UPDATE `order_items` SET `cogs_cents` = `quantity` * `cost_cents`;--> statement-breakpoint
CREATE TABLE `__new_stock_movements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`kind` text NOT NULL,
	`quantity` integer NOT NULL,
	`stock_after` integer NOT NULL,
	`unit_cost_cents` integer,
	`value_after_cents` integer,
	`order_number` integer,
	`note` text,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`at` text NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_number`) REFERENCES `orders`(`order_number`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "stock_movements_kind" CHECK("__new_stock_movements"."kind" in ('sale', 'cancel', 'receive', 'adjust', 'initial', 'revaluation')),
	CONSTRAINT "stock_movements_quantity" CHECK(typeof("__new_stock_movements"."quantity") = 'integer' and ("__new_stock_movements"."quantity" = 0) = ("__new_stock_movements"."kind" = 'revaluation')),
	CONSTRAINT "stock_movements_unit_cost" CHECK("__new_stock_movements"."unit_cost_cents" is null or (typeof("__new_stock_movements"."unit_cost_cents") = 'integer' and "__new_stock_movements"."unit_cost_cents" between 0 and 9999999999)),
	CONSTRAINT "stock_movements_value_after" CHECK("__new_stock_movements"."value_after_cents" is null or (typeof("__new_stock_movements"."value_after_cents") = 'integer' and "__new_stock_movements"."value_after_cents" >= 0)),
	CONSTRAINT "stock_movements_stock_after" CHECK("__new_stock_movements"."stock_after" is null or (typeof("__new_stock_movements"."stock_after") = 'integer' and "__new_stock_movements"."stock_after" >= 0)),
	CONSTRAINT "stock_movements_actor_kind" CHECK("__new_stock_movements"."actor_kind" in ('visitor', 'system', 'admin', 'member'))
);
--> statement-breakpoint
INSERT INTO `__new_stock_movements`("id", "product_id", "kind", "quantity", "stock_after", "value_after_cents", "order_number", "note", "actor_kind", "actor_id", "at")
SELECT m."id", m."product_id", m."kind", m."quantity", m."stock_after",
  iif(m."id" = (SELECT max(l."id") FROM `stock_movements` l WHERE l."product_id" = m."product_id"), (SELECT p."stock_quantity" * p."cost_cents" FROM `products` p WHERE p."id" = m."product_id"), NULL),
  m."order_number", m."note", m."actor_kind", m."actor_id", m."at" FROM `stock_movements` m;--> statement-breakpoint
DROP TABLE `stock_movements`;--> statement-breakpoint
ALTER TABLE `__new_stock_movements` RENAME TO `stock_movements`;--> statement-breakpoint
CREATE INDEX `stock_movements_product` ON `stock_movements` (`product_id`,`id`);--> statement-breakpoint
CREATE INDEX `stock_movements_order` ON `stock_movements` (`order_number`);--> statement-breakpoint
CREATE TRIGGER `stock_movements_are_not_changed` BEFORE UPDATE ON `stock_movements` BEGIN SELECT RAISE(ABORT, 'the stock ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `stock_movements_are_not_deleted` BEFORE DELETE ON `stock_movements` WHEN EXISTS (SELECT 1 FROM `products` WHERE `id` = OLD.`product_id`) BEGIN SELECT RAISE(ABORT, 'the stock ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `stock_movements_are_not_replaced` BEFORE INSERT ON `stock_movements` WHEN EXISTS (SELECT 1 FROM `stock_movements` WHERE `id` = NEW.`id`) BEGIN SELECT RAISE(ABORT, 'the stock ledger is append-only'); END;

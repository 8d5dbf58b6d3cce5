-- Stores the province's part of each order's tax; the federal part is the rest.
ALTER TABLE `orders` ADD `pst_cents` integer DEFAULT 0 NOT NULL CONSTRAINT "orders_pst" CHECK(typeof("pst_cents") = 'integer' and "pst_cents" between 0 and "tax_cents");--> statement-breakpoint
ALTER TABLE `orders` ADD `hst_cents` integer GENERATED ALWAYS AS (tax_cents - pst_cents) VIRTUAL;--> statement-breakpoint
-- When a tax flag of a product was switched: an odd number of times after an order, and the order was made with the other flag.
CREATE TEMP TABLE `tax_flag_changes` AS
SELECT cast(a.`entity_id` AS integer) AS `product_id`, a.`at` AS `at`, f.`value` AS `field`
FROM `activity` a, json_each(a.`data`, '$.fields') f
WHERE a.`verb` = 'product.updated' AND f.`value` IN ('isHstTaxable', 'isPstTaxable');--> statement-breakpoint
CREATE TEMP TABLE `order_tax_parts` AS
SELECT o.`order_number` AS `order_number`, o.`tax_cents` AS `tax`,
  iif(o.`tax_profile` = 'bc-current', 500, 1200) AS `rate`,
  (o.`subtotal_cents` * iif(o.`tax_profile` = 'bc-current', 500, 1200) + 5000) / 10000 AS `federal_of_all`,
  (o.`subtotal_cents` * 700 + 5000) / 10000 AS `provincial_of_all`,
  (sum(i.`quantity` * i.`price_cents` * ((p.`is_hst_taxable` + (SELECT count(*) FROM `tax_flag_changes` c
    WHERE c.`product_id` = p.`id` AND c.`field` = 'isHstTaxable' AND c.`at` > o.`created_at`)) % 2))
    * iif(o.`tax_profile` = 'bc-current', 500, 1200) + 5000) / 10000 AS `federal`,
  (sum(i.`quantity` * i.`price_cents` * ((p.`is_pst_taxable` + (SELECT count(*) FROM `tax_flag_changes` c
    WHERE c.`product_id` = p.`id` AND c.`field` = 'isPstTaxable' AND c.`at` > o.`created_at`)) % 2)) * 700 + 5000) / 10000 AS `provincial`
FROM `orders` o JOIN `order_items` i ON i.`order_number` = o.`order_number` JOIN `products` p ON p.`id` = i.`product_id`
WHERE o.`tax_cents` > 0 AND (o.`tax_profile` = 'bc-current' OR o.`tax_reading` = 'cart-19')
GROUP BY o.`order_number`;--> statement-breakpoint
-- A customer may have seen a tax that is a cent off. What fits neither the flags nor the full rates is split in proportion to the rates.
UPDATE `orders` SET `pst_cents` = CASE
  WHEN abs(t.`federal` + t.`provincial` - t.`tax`) <= 1 THEN iif(t.`federal` = 0, t.`tax`, min(t.`provincial`, t.`tax`))
  WHEN abs(t.`federal_of_all` + t.`provincial_of_all` - t.`tax`) <= 1 THEN min(t.`provincial_of_all`, t.`tax`)
  ELSE t.`tax` - (2 * t.`tax` * t.`rate` + t.`rate` + 700) / (2 * (t.`rate` + 700)) END
FROM `order_tax_parts` t WHERE t.`order_number` = `orders`.`order_number`;--> statement-breakpoint
DROP TABLE `order_tax_parts`;--> statement-breakpoint
DROP TABLE `tax_flag_changes`;

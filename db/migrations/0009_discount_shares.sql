-- Takes the discounts of each draft taxed by the rates of British Columbia off its services and goods in proportion: PST is on what is left of the goods.
-- Issued invoices keep the taxes they were issued with.
CREATE TEMP TABLE `draft_goods` AS
SELECT `invoice_id`, `goods` - CAST(round(1.0 * `discount` * `goods` / `charged`) AS integer) AS `taxed` FROM (
  SELECT i.`id` AS `invoice_id`,
    sum(iif(l.`price_cents` > 0 AND l.`is_goods`, l.`quantity` * l.`price_cents`, 0)) AS `goods`,
    sum(iif(l.`price_cents` > 0, l.`quantity` * l.`price_cents`, 0)) AS `charged`,
    -sum(iif(l.`price_cents` < 0, l.`quantity` * l.`price_cents`, 0)) AS `discount`
  FROM `invoices` i JOIN `invoice_items` l ON l.`invoice_id` = i.`id`
  WHERE i.`status` = 'draft' AND i.`tax_profile` = 'bc-current'
  GROUP BY i.`id`)
WHERE `goods` > 0 AND `discount` BETWEEN 1 AND `charged`;--> statement-breakpoint
UPDATE `invoices` SET
  `pst_cents` = (g.`taxed` * 700 + 5000) / 10000,
  `total_cents` = `subtotal_cents` + `hst_cents` + (g.`taxed` * 700 + 5000) / 10000,
  `pst_rate` = iif(g.`taxed` > 0, 700, 0)
FROM `draft_goods` g WHERE g.`invoice_id` = `invoices`.`id`;--> statement-breakpoint
DROP TABLE `draft_goods`;

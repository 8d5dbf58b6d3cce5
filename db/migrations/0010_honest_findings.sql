-- Insights that nobody acted on were reported by looser rules. The market analysis finds again what still holds.
DELETE FROM `opportunities` WHERE `kind` = 'insight' AND `status` = 'open' AND `id` NOT IN (SELECT `opportunity_id` FROM `outbox` WHERE `opportunity_id` IS NOT NULL);--> statement-breakpoint
-- Prices outside the range of past jobs are suggested no longer. The quote optimisation suggests anew.
DELETE FROM `price_suggestions`;

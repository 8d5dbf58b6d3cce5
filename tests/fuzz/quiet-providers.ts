import { CardGateway } from '../../src/server/providers/card-gateway';
import { Facebook, type PageFacts, type PostMetrics } from '../../src/server/providers/facebook';
import { Geocoder } from '../../src/server/providers/geocoder';
import { LanguageModel } from '../../src/server/providers/language-model';
import { SmsGateway } from '../../src/server/providers/sms-gateway';

/** A page on which everything can be posted, without a network. */
export class QuietPage extends Facebook {
  override checkPage = async (): Promise<PageFacts> => ({ id: this.pageId, name: 'Sage & Pine', followers: 480 });
  override publish = async (): Promise<string> => `${this.pageId}_1`;
  override findPermalink = async (): Promise<string | null> => null;
  override readMetrics = async (): Promise<PostMetrics> => ({ likes: 1, comments: 0, shares: 0, reach: 9 });
}
/** A language model that answers what it was sent. */
export class QuietModel extends LanguageModel {
  override complete = async (_instruction: string, text: string): Promise<string> => text;
}
/** A gateway that takes every text. */
export class QuietSms extends SmsGateway {
  override send = async (): Promise<void> => undefined;
}
/** A card company that opens every page and refunds every payment. */
export class QuietCards extends CardGateway {
  override createCheckout = async (): Promise<string> => 'https://checkout.example.com/c/1';
  override refund = async (): Promise<void> => undefined;
}
/** A look-up that knows one place. */
export class QuietGeocoder extends Geocoder {
  override find = async () => ({ latitude: 50.67, longitude: -120.33, licence: null });
}

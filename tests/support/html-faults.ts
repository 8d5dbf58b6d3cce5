import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

/** Reads and checks the rules once instead of anew for each page. */
class LoaderOfOneConfig extends StaticConfigLoader {
  #resolved: ReturnType<StaticConfigLoader['getConfigFor']> | undefined;
  override getConfigFor(...input: Parameters<StaticConfigLoader['getConfigFor']>) {
    this.#resolved ??= super.getConfigFor(...input);
    return this.#resolved;
  }
}

/** Returns a function that lists the rules of html-validate which a page breaks. */
export function htmlFaultFinder(config: ConfigData): (text: string) => Promise<string[]> {
  const validator = new HtmlValidate(new LoaderOfOneConfig(config));
  return async (text) =>
    (await validator.validateString(text)).results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${line})`),
    );
}

import { SETTINGS_SECTIONS } from '../../../shared/settings-sections';
import { searchReader, wordParam } from '../../ui/search-params';

export const readSettingsSearch = searchReader({ section: wordParam(SETTINGS_SECTIONS.map(([name]) => name)) });
export type SettingsSearch = ReturnType<typeof readSettingsSearch>;

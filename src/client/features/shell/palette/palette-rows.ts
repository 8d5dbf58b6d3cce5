import { keepPreviousData } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { FoundRecord, RecordKind, RecordSummary } from '../../../../shared/search';
import { shortDate } from '../../../../shared/staff-times';
import { businessDay } from '../../../../shared/time';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { KINDS } from '../record-kinds';
import { type Command, filterCommands, fold, HIDDEN_SCREENS, listActions, NEW_CLIENT, type PaletteRow, SCREENS } from './commands';
import { readRecentRecords } from './recent-records';

export type PaletteGroup = { title: string; rows: readonly PaletteRow[] };

/** Pause in typing before the server is asked. */
const PAUSE_MS = 120;
const LIMIT = 5;
/** Most commands shown beside the records of a search. */
const COMMANDS = 6;

const formatAt = (at: string | null): string => (at === null ? '' : shortDate(at.length > 10 ? businessDay(at) : at, getToday()));

const toRecordRow =
  (isMixed: boolean, command?: (record: RecordSummary) => Command) =>
  (record: RecordSummary): PaletteRow => {
    const { kind, id, title, detail, at } = record;
    const { one, icon, toLink } = KINDS[kind];
    return {
      value: `${kind} ${id}`,
      label: title,
      detail: [isMixed && one, detail].filter(Boolean).join(' · '),
      aside: formatAt(at),
      icon,
      command: command?.(record) ?? { link: toLink(id) },
    };
  };

/** The beginning of a text that assigns a job. */
const ASSIGN = /^assign\s+(wo\s+)?/i;
/** Returns the row that assigns an unassigned job. */
const toAssignRow = ({ id, title, detail }: FoundRecord): PaletteRow => ({
  value: `assign ${id}`,
  label: `Assign WO ${detail.split(' · ')[0]}`,
  detail: title,
  aside: '',
  icon: KINDS['work-order'].icon,
  command: { link: linkOptions({ to: '/dispatch', search: { assign: id } }) },
});

const toGroups = (title: string, rows: readonly PaletteRow[]): PaletteGroup[] => (rows.length > 0 ? [{ title, rows }] : []);

/** Groups the commands and records that a text finds: records of exactly that name or number come first. */
function groupFound(text: string, records: readonly FoundRecord[], actions: readonly PaletteRow[]): PaletteGroup[] {
  const toAssign = records.filter(({ isUnassigned, isExact }) => isUnassigned && (isExact || ASSIGN.test(text)));
  const exact = records.filter(({ isExact }) => isExact);
  const others = records.filter(({ isExact }) => !isExact);
  const commands = filterCommands([...actions, ...SCREENS, ...HIDDEN_SCREENS], text).slice(0, COMMANDS);
  return [
    ...toGroups('Best match', exact.map(toRecordRow(true))),
    ...toGroups('Actions and screens', [...toAssign.map(toAssignRow), ...commands]),
    ...(Object.keys(KINDS) as RecordKind[]).flatMap((kind) =>
      toGroups(KINDS[kind].many, others.filter((row) => row.kind === kind).map(toRecordRow(false))),
    ),
  ];
}

/** Groups what the palette offers before anything is typed. */
const groupFirst = (recent: readonly RecordSummary[], actions: readonly PaletteRow[]): PaletteGroup[] => [
  ...toGroups('Recently opened', recent.map(toRecordRow(true))),
  ...toGroups('Actions', actions),
  ...toGroups('Screens', SCREENS),
];

const toPlanCommand = ({ id }: RecordSummary): Command => ({ link: linkOptions({ to: '/clients', search: { client: id, plan: 1 } }) });
const toPlanRows = (records: readonly RecordSummary[]): PaletteRow[] =>
  records.filter(({ kind }) => kind === 'client').map(toRecordRow(false, toPlanCommand));

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  // Waits for a pause in typing.
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Returns whether the row of a record, which an earlier text found, has every word of another text. */
const stillMatches = ({ title, detail }: RecordSummary, text: string): boolean =>
  fold(text)
    .split(/\s+/)
    .every((word) => fold(`${title} ${detail}`).includes(word));

const ADD_CLIENT = toGroups('Actions', [NEW_CLIENT]);

/** Returns the clients to offer for a new job before anything is typed: those opened last, then the newest. */
function useFirstClients(isForJob: boolean, recent: readonly RecordSummary[] | undefined) {
  const newest = trpc.clients.list.useQuery({ limit: LIMIT }, { enabled: isForJob, staleTime: 0 });
  const rows = useMemo(() => {
    const opened = (recent ?? []).filter(({ kind }) => kind === 'client');
    const others = (newest.data?.rows ?? []).filter(({ id }) => !opened.some((client) => client.id === id));
    return [...opened, ...others.map(toSummary)];
  }, [recent, newest.data]);
  return { rows, isLoaded: newest.isSuccess, failed: isForJob && newest.isError ? () => void newest.refetch() : undefined };
}

type ClientRow = { id: number; name: string; phone: string | null; email: string | null };
const toSummary = ({ id, name, phone, email }: ClientRow): RecordSummary => ({
  ...{ kind: 'client', id, title: name, detail: [phone, email].filter(Boolean).join(' · '), at: null },
});

/**
 * Returns the groups of rows for a text. With `isForJob`, these are only the clients that a new job can be for, or the way to add one.
 * `isNothing` is true if no record or command was found.
 */
export function usePaletteRows(text: string, isForJob: boolean, isChecklistHidden: boolean) {
  const wanted = text.trim();
  const asked = wanted.replace(ASSIGN, '');
  const paused = usePaused(asked);
  const [recentKeys] = useState(readRecentRecords);
  const recent = trpc.search.records.useQuery({ records: recentKeys }, { enabled: recentKeys.length > 0, staleTime: 0 });
  const search = trpc.search.everything.useQuery(
    { text: paused, limit: LIMIT },
    // An older call that is still running is aborted.
    { enabled: paused !== '', staleTime: 0, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
  );
  const isCurrent = paused === asked && !search.isPlaceholderData;
  const [foundRows, recentRows] = [search.data?.rows, recent.data?.rows];
  const first = useFirstClients(isForJob, recentRows);
  const groups = useMemo(() => {
    const found = (asked === '' ? [] : (foundRows ?? [])).filter((record) => isCurrent || stillMatches(record, asked));
    if (isForJob) return toGroups('Clients', toPlanRows(wanted === '' ? first.rows : found));
    const actions = listActions(isChecklistHidden);
    return wanted === '' ? groupFirst(recentRows ?? [], actions) : groupFound(wanted, found, actions);
  }, [wanted, asked, isForJob, isCurrent, isChecklistHidden, foundRows, recentRows, first.rows]);
  const isSearching = asked !== '' && !search.isError && (paused !== asked || search.isFetching);
  const searchFailed = asked !== '' && paused === asked && search.isError ? () => void search.refetch() : undefined;
  const failed = wanted === '' ? first.failed : searchFailed;
  const isNothing = groups.length === 0 && !isSearching && !failed && (wanted !== '' || first.isLoaded);
  return { groups: isNothing && isForJob ? ADD_CLIENT : groups, isNothing, isSearching, failed };
}

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RecordDrawer } from '../../src/client/ui/record-drawer';
import { untyped } from '../support/untyped';

afterEach(cleanup);

const loading = { data: undefined, isPending: true, isError: false, isFetching: true, error: null, refetch: () => undefined };
const draw = (action?: () => string) =>
  render(
    <RecordDrawer
      query={untyped(loading)}
      id={1}
      title="Job"
      loading="Loading..."
      failed="Failed."
      action={action}
      onClose={() => undefined}
    >
      {() => null}
    </RecordDrawer>,
  );
const findActionRow = () => screen.getByRole('heading', { name: 'Job' }).parentElement?.nextElementSibling;

test('keeps room for the action while the record loads', () => {
  draw(() => 'Assign');
  expect(findActionRow()?.className).toContain('h-11');
});

test('keeps no room in a drawer without an action', () => {
  draw();
  expect(findActionRow()?.className).not.toContain('h-11');
});

import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type Member, type MemberSpan, memberForm } from '../../../shared/team';
import { getToday } from '../../clock';
import { toTexts, useTextForm } from '../../ui/form';

export type MemberValues = z.input<typeof memberForm>;
export type MemberFormState = UseFormReturn<MemberValues, unknown, MemberValues>;

/** Returns the form of a member, or of a new one. Its values are as typed: the server reads the amount as dollars. */
export const useMemberForm = (member?: Member, hours: MemberSpan[] = []): MemberFormState =>
  useTextForm(memberForm, {
    ...toTexts(member, ['firstName', 'lastName', 'employeeId', 'email', 'phone', 'hourlyRate']),
    ...toTexts(member, ['emergencyContact', 'emergencyPhone', 'address', 'notes']),
    role: member?.role ?? 'cleaner',
    hireDate: member?.hireDate ?? getToday(),
    specializations: member?.specializations ?? [],
    hours,
  });

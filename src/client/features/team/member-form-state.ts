import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type Member, memberForm } from '../../../shared/team';
import { getToday } from '../../clock';
import { useTextForm } from '../../ui/form';

export type MemberFormValues = z.input<typeof memberForm>;
export type MemberFormState = UseFormReturn<MemberFormValues, unknown, MemberFormValues>;

/** Returns the form of a member, or of a new one. Its values are as typed: the server reads the amount as dollars. */
export const useMemberForm = (member: Member | undefined): MemberFormState =>
  useTextForm(memberForm, {
    firstName: member?.firstName ?? '',
    lastName: member?.lastName ?? '',
    employeeId: member?.employeeId ?? '',
    email: member?.email ?? '',
    phone: member?.phone ?? '',
    role: member?.role ?? 'cleaner',
    hireDate: member?.hireDate ?? getToday(),
    hourlyRate: member?.hourlyRate ?? '',
    specializations: member?.specializations ?? [],
    emergencyContact: member?.emergencyContact ?? '',
    emergencyPhone: member?.emergencyPhone ?? '',
    address: member?.address ?? '',
    notes: member?.notes ?? '',
  });

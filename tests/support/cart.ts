import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CART_KEY, type CartItem } from '../../src/shared/cart';

export const fillCart = (...items: CartItem[]) => localStorage.setItem(CART_KEY, JSON.stringify(items));
export const savedCart = () => JSON.parse(localStorage.getItem(CART_KEY) ?? 'null') as CartItem[] | null;
export const press = (name: RegExp | string) => userEvent.click(screen.getByRole('button', { name }));

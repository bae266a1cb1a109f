// What an invoice must state about the seller (bokføringsforskriften § 5-1-1 and § 5-1-2). The workshop enters it. Pure.
import * as z from 'zod'
import { customer, sentName } from '../../shared/workshop-api/index.ts'

const withoutSeparators = (text: string): string => text.replaceAll(/[ .]/g, '')

export const seller = z.strictObject({
  name: sentName,
  /** Nine digits. The workshop is registered for VAT: the number is printed with `MVA`. */
  orgNr: z
    .string()
    .overwrite(withoutSeparators)
    .regex(/^\d{9}$/)
    .refine(hasModulus11Digit, 'the check digit is wrong')
    .nullable(),
  address: customer.shape.address,
  /** A Norwegian bank account: eleven digits. */
  account: z
    .string()
    .overwrite(withoutSeparators)
    .regex(/^\d{11}$/)
    .refine(hasModulus11Digit, 'the check digit is wrong')
    .nullable(),
  email: z.email().max(254).nullable(),
  /** Whether the workshop is in the Register of Business Enterprises, as a limited company is. Printed as `Foretaksregisteret`. */
  inBusinessRegister: z.boolean(),
})
export type Seller = z.infer<typeof seller>

/** Before the workshop has entered anything. */
export const unknownSeller = (name: string): Seller => ({
  name,
  orgNr: null,
  address: null,
  account: null,
  email: null,
  inBusinessRegister: false,
})

/** Whether an address has all its parts. */
export function isCompleteAddress(address: Seller['address']): boolean {
  return address !== null && Object.values(address).every((part) => part !== null && part.trim() !== '')
}

/** What the workshop has not entered, with the option of `seller set`. */
export function missingOfSeller({ orgNr, address, account }: Seller): string[] {
  return [
    ...(orgNr === null ? ["the seller's organisation number (seller set --orgnr)"] : []),
    ...(isCompleteAddress(address) ? [] : ["the seller's address (seller set --address --postcode --city)"]),
    ...(account === null ? ["the seller's bank account (seller set --account)"] : []),
  ]
}

/**
 * Whether a text of digits ends with its check digit, by the rule for Norwegian organisation numbers and bank accounts: modulus 11 with
 * weights 2 to 7 from the right, repeated.
 */
function hasModulus11Digit(digits: string): boolean {
  const sum = Array.from(digits.slice(0, -1))
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * ((index % 6) + 2), 0)
  const check = (11 - (sum % 11)) % 11
  // a remainder of 10 is not a digit: such a number is not issued
  return check < 10 && digits.endsWith(String(check))
}

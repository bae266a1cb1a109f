// The check digit of Norwegian organisation numbers and bank accounts: modulus 11 with weights 2 to 7 from the right, repeated. Pure.

/** Whether a text of digits ends with its check digit. */
export function hasModulus11Digit(digits: string): boolean {
  const sum = Array.from(digits.slice(0, -1))
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * ((index % 6) + 2), 0)
  const check = (11 - (sum % 11)) % 11
  // a remainder of 10 is no digit: such a number is not issued
  return check < 10 && digits.endsWith(String(check))
}

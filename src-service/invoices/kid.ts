// The KID, the payment reference of Norwegian banks: the invoice number and a modulus 10 check digit (weights 2 and 1 from the right, digits
// of products added; ISO/IEC 7812-1, annex B). Pure.

/** The prefix of every KID. */
const prefix = '10'
const digits = 6

/** `10`, the invoice number with at least six digits, and the check digit. */
export function kidOf(invoiceNumber: string): string {
  const body = prefix + invoiceNumber.padStart(digits, '0')
  return `${body}${checkDigit(body)}`
}

/** The invoice number in a KID of `kidOf`. */
export function invoiceNumberIn(kid: string): string {
  return String(Number(kid.slice(prefix.length, -1)))
}

export function checkDigit(body: string): number {
  const sum = Array.from(body)
    .toReversed()
    .reduce((total, digit, index) => {
      const product = Number(digit) * (index % 2 === 0 ? 2 : 1)
      return total + (product > 9 ? product - 9 : product)
    }, 0)
  return (10 - (sum % 10)) % 10
}

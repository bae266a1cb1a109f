// The KID, by which a bank knows what is paid: the invoice's number and a check digit after modulus 10, as banks in Norway reckon it
// (the weights 2 and 1 from the right, digits of products added; ISO/IEC 7812-1, annex B). Pure.

/** What a KID of this workshop's invoices begins with. */
const prefix = '10'
const digits = 6

export function kidOf(invoiceNumber: string): string {
  const body = prefix + invoiceNumber.padStart(digits, '0')
  return `${body}${checkDigit(body)}`
}

/** The number of the invoice that a KID of `kidOf` stands for. */
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

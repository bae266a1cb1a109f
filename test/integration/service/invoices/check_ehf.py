"""Reads EHF invoices from standard input, separated by NUL, and prints the rules that each one breaks.

An independent reader: it shares no code with the service. The rules are written from their texts in EN 16931 (BR-...), Peppol BIS
Billing 3 (R...) and the Norwegian national rules (NO-R-...). The publishers' Schematron files are not available here.
"""

import sys
import xml.etree.ElementTree as ET
from decimal import ROUND_HALF_UP, Decimal

CAC = "{urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2}"
CBC = "{urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2}"
UBL = "{urn:oasis:names:specification:ubl:schema:xsd:%s-2}%s"
CENT = Decimal("0.01")

# The order of the elements in the UBL 2.1 schemas.
ORDER = {
    "Invoice": """CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note DocumentCurrencyCode BuyerReference InvoicePeriod
        OrderReference BillingReference AccountingSupplierParty AccountingCustomerParty Delivery PaymentMeans PaymentTerms
        AllowanceCharge TaxTotal LegalMonetaryTotal InvoiceLine""",
    "CreditNote": """CustomizationID ProfileID ID IssueDate CreditNoteTypeCode Note DocumentCurrencyCode BuyerReference InvoicePeriod
        OrderReference BillingReference AccountingSupplierParty AccountingCustomerParty Delivery PaymentMeans PaymentTerms
        AllowanceCharge TaxTotal LegalMonetaryTotal CreditNoteLine""",
    "Party": "EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact",
    "PostalAddress": "StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country",
    "Address": "StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country",
    "PaymentMeans": "PaymentMeansCode PaymentDueDate PaymentID PayeeFinancialAccount",
    "LegalMonetaryTotal": """LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount
        PrepaidAmount PayableRoundingAmount PayableAmount""",
    "InvoiceLine": "ID Note InvoicedQuantity LineExtensionAmount Item Price",
    "CreditNoteLine": "ID Note CreditedQuantity LineExtensionAmount Item Price",
    "AllowanceCharge": "ChargeIndicator AllowanceChargeReasonCode AllowanceChargeReason MultiplierFactorNumeric Amount BaseAmount TaxCategory",
    "TaxSubtotal": "TaxableAmount TaxAmount TaxCategory",
    "Delivery": "ActualDeliveryDate DeliveryLocation DeliveryParty",
    "Contact": "Name Telephone ElectronicMail",
}


def path(text):
    return "/".join((CAC if part[0].isupper() and not part.startswith("_") else CBC) + part.lstrip("_") for part in text.split("/"))


def find(node, text):
    """`Party/_EndpointID`: an underscore marks an element with a text."""
    return node.find(path(text))


def value(node, text):
    found = find(node, text)
    return None if found is None else found.text


def money(node, text):
    found = value(node, text)
    return Decimal(0) if found is None else Decimal(found)


def modulus_11(digits):
    total = sum(int(digit) * (index % 6 + 2) for index, digit in enumerate(reversed(digits[:-1])))
    return (11 - total % 11) % 11 == int(digits[-1])


def modulus_10(digits):
    total = 0
    for index, digit in enumerate(reversed(digits)):
        product = int(digit) * (2 if index % 2 else 1)
        total += product - 9 if product > 9 else product
    return total % 10 == 0


def local(node):
    return node.tag.split("}")[1]


def broken_rules(root):
    kind = local(root)
    is_credit = kind == "CreditNote"
    line_name = "CreditNoteLine" if is_credit else "InvoiceLine"
    quantity_name = "_CreditedQuantity" if is_credit else "_InvoicedQuantity"

    if root.tag != UBL % (kind, kind) or kind not in ("Invoice", "CreditNote"):
        yield "root"
    for node in root.iter():
        if len(node) == 0 and not (node.text or "").strip():
            yield f"R008 empty {local(node)}"
        names = [local(child) for child in node]
        order = ORDER.get(local(node))
        if order is not None:
            places = [order.split().index(name) if name in order.split() else -1 for name in names]
            if -1 in places or places != sorted(places):
                yield f"UBL order of {local(node)}: {' '.join(names)}"
        if "currencyID" in node.attrib:
            if node.attrib["currencyID"] != "NOK":
                yield "R051 currency"
            if Decimal(node.text) != Decimal(node.text).quantize(CENT):
                yield "BR-DEC decimals"

    if value(root, "_CustomizationID") != "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0":
        yield "R004"
    if value(root, "_ProfileID") != "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0":
        yield "R001"
    for rule, name in (("BR-02", "_ID"), ("BR-03", "_IssueDate"), ("BR-05", "_DocumentCurrencyCode")):
        if value(root, name) is None:
            yield rule
    if value(root, "_CreditNoteTypeCode" if is_credit else "_InvoiceTypeCode") != ("381" if is_credit else "380"):
        yield "BR-04"
    if value(root, "_BuyerReference") is None and value(root, "OrderReference/_ID") is None:
        yield "R003"
    if is_credit and value(root, "BillingReference/InvoiceDocumentReference/_ID") is None:
        yield "the credit note names no invoice"

    seller = find(root, "AccountingSupplierParty/Party")
    buyer = find(root, "AccountingCustomerParty/Party")
    for rule, party in (("BR-06", seller), ("BR-07", buyer)):
        if value(party, "PartyLegalEntity/_RegistrationName") is None:
            yield rule
    for rule, party in (("BR-09", seller), ("BR-11", buyer)):
        if value(party, "PostalAddress/Country/_IdentificationCode") != "NO":
            yield rule
    for rule, party in (("R020", seller), ("R010", buyer)):
        endpoint = find(party, "_EndpointID")
        if endpoint is None or endpoint.attrib.get("schemeID") != "0192":
            yield rule
    for name in ("_StreetName", "_CityName", "_PostalZone"):
        if value(seller, "PostalAddress/" + name) is None:
            yield f"the seller's address has no {name[1:]}"
    schemes = {
        scheme.findtext(path("TaxScheme/_ID")): scheme.findtext(path("_CompanyID")) for scheme in seller.findall(path("PartyTaxScheme"))
    }
    vat = schemes.get("VAT") or ""
    if not (vat[:2] == "NO" and vat[-3:] == "MVA" and len(vat) == 14 and modulus_11(vat[2:11])):
        yield "NO-R-001"
    if schemes.get("TAX") != "Foretaksregisteret":
        yield "NO-R-002"

    totals = find(root, "LegalMonetaryTotal")
    lines = root.findall(path(line_name))
    allowances = root.findall(path("AllowanceCharge"))
    if not lines:
        yield "BR-16"
    net_by_rate = {}

    def count(category, net):
        scheme = category.findtext(path("_ID"))
        percent = Decimal(category.findtext(path("_Percent")))
        if category.findtext(path("TaxScheme/_ID")) != "VAT":
            yield "BR-CO-04"
        if (scheme == "S") != (percent > 0) or scheme not in ("S", "Z"):
            yield "BR-S-05"
        net_by_rate[percent] = net_by_rate.get(percent, Decimal(0)) + net

    ids = [value(line, "_ID") for line in lines]
    if len(set(ids)) != len(ids) or None in ids:
        yield "BR-21"
    for line in lines:
        net, price = money(line, "_LineExtensionAmount"), money(line, "Price/_PriceAmount")
        quantity = find(line, quantity_name)
        if quantity is None or quantity.attrib.get("unitCode") != "C62":
            yield "BR-22"
        if price < 0:
            yield "BR-27"
        if abs(net - price * Decimal(quantity.text)) > Decimal("0.02"):
            yield "R120"
        if not value(line, "Item/_Name"):
            yield "BR-25"
        yield from count(find(line, "Item/ClassifiedTaxCategory"), net)
    for each in allowances:
        if value(each, "_ChargeIndicator") != "false" or not value(each, "_AllowanceChargeReason"):
            yield "BR-33"
        if money(each, "_Amount") <= 0:
            yield "the allowance is not positive"
        yield from count(find(each, "TaxCategory"), -money(each, "_Amount"))

    line_sum = sum((money(line, "_LineExtensionAmount") for line in lines), Decimal(0))
    allowance_sum = sum((money(each, "_Amount") for each in allowances), Decimal(0))
    tax = find(root, "TaxTotal")
    subtotals = tax.findall(path("TaxSubtotal"))
    tax_amount = money(tax, "_TaxAmount")
    payable = money(totals, "_PayableAmount")
    if money(totals, "_LineExtensionAmount") != line_sum:
        yield "BR-CO-10"
    if money(totals, "_AllowanceTotalAmount") != allowance_sum:
        yield "BR-CO-11"
    if money(totals, "_TaxExclusiveAmount") != line_sum - allowance_sum:
        yield "BR-CO-13"
    if tax_amount != sum((money(each, "_TaxAmount") for each in subtotals), Decimal(0)):
        yield "BR-CO-14"
    if money(totals, "_TaxInclusiveAmount") != money(totals, "_TaxExclusiveAmount") + tax_amount:
        yield "BR-CO-15"
    rounding = money(totals, "_PayableRoundingAmount")
    if payable != money(totals, "_TaxInclusiveAmount") - money(totals, "_PrepaidAmount") + rounding:
        yield "BR-CO-16"
    if not subtotals:
        yield "BR-CO-18"
    rates = []
    for each in subtotals:
        percent = Decimal(value(each, "TaxCategory/_Percent"))
        rates.append(percent)
        exact = money(each, "_TaxableAmount") * percent / 100
        if money(each, "_TaxAmount") != exact.quantize(CENT, ROUND_HALF_UP):
            yield "BR-CO-17"
        if money(each, "_TaxableAmount") != net_by_rate.get(percent):
            yield "BR-S-08"
    if sorted(rates) != sorted(net_by_rate):
        yield "BR-S-01"

    means = find(root, "PaymentMeans")
    if payable > 0:
        due = value(means, "_PaymentDueDate") if is_credit else value(root, "_DueDate")
        if due is None:
            yield "BR-CO-25"
    if means is not None:
        if value(means, "_PaymentMeansCode") != "30":
            yield "BR-49"
        account = value(means, "PayeeFinancialAccount/_ID") or "x"
        if not (account.isdigit() and len(account) == 11 and modulus_11(account)):
            yield "the account has a wrong check digit"
        kid = value(means, "_PaymentID") or "x"
        if not (kid.isdigit() and modulus_10(kid)):
            yield "the KID has a wrong check digit"
    elif payable != 0:
        yield "something is left to pay, and no account is stated"

    day, period = value(root, "Delivery/_ActualDeliveryDate"), find(root, "InvoicePeriod")
    if day is None and period is None:
        yield "no day of delivery is stated"
    if period is not None and value(period, "_StartDate") > value(period, "_EndDate"):
        yield "BR-29"
    address = find(root, "Delivery/DeliveryLocation/Address")
    if address is not None and value(address, "Country/_IdentificationCode") != "NO":
        yield "BR-57"


for number, text in enumerate(sys.stdin.buffer.read().split(b"\0")):
    for rule in broken_rules(ET.fromstring(text)):
        print(f"{number}: {rule}")

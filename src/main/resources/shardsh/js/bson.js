// The BSON types as mongosh's users know them. Source: the documented interface of the js-bson
// package and of mongosh's constructors. Loaded when the first of the names is used.
(function (shared) {
  'use strict';
  const { host, TAG, hidden, isConverting, fail, RealProxy, base64 } = shared;
  const BSON = Symbol('bson');
  shared.BSON = BSON;
  const bad = (message) => fail('BSONError', message);
  const badInput = (message) => fail('MongoshInvalidInputError', '[COMMON-10001] ' + message);

  // A type that may be called with or without `new`.
  function callable(type, letter, tag, plain) {
    // Handlers inherit nothing: the program may have given every object a "get".
    const made = new RealProxy(type, {
      __proto__: null,
      apply(target, self, args) { return Reflect.construct(target, args, made); },
    });
    hidden(type.prototype, 'constructor', made);
    hidden(type.prototype, BSON, letter);
    hidden(type.prototype, '_bsontype', type.name);
    hidden(type.prototype, 'toJSON', function toJSON() {
      return isConverting() ? tag(this) : plain(this);
    });
    return made;
  }

  class ObjectId {
    #hex;
    constructor(input) {
      if (input === undefined || input === null) {
        this.#hex = host.newObjectId();
      } else if (typeof input === 'number') {
        this.#hex = host.objectIdAt(input);
      } else if (typeof input === 'string' && /^[0-9a-fA-F]{24}$/.test(input)) {
        this.#hex = input.toLowerCase();
      } else if (typeof input === 'object' && typeof input.toHexString === 'function') {
        this.#hex = new ObjectId(input.toHexString()).toHexString();
      } else if (input instanceof Uint8Array && input.length === 12) {
        this.#hex = host.recode(base64(input), 'base64', 'hex');
      } else {
        bad('input must be a 24 character hex string, 12 byte Uint8Array, or an integer');
      }
    }
    toHexString() { return this.#hex; }
    toString(encoding) {
      return encoding === 'base64' ? host.recode(this.#hex, 'hex', 'base64') : this.#hex;
    }
    get id() { return bytesOf(this.#hex); }
    getTimestamp() { return new Date(parseInt(this.#hex.slice(0, 8), 16) * 1000); }
    equals(other) {
      if (other === undefined || other === null) return false;
      return String(typeof other === 'object' && other.toHexString ? other.toHexString() : other)
        .toLowerCase() === this.#hex;
    }
    static createFromTime(seconds) {
      return new ObjectId((seconds >>> 0).toString(16).padStart(8, '0') + '0'.repeat(16));
    }
    static createFromHexString(hex) {
      if (typeof hex !== 'string' || hex.length !== 24) bad('hex string must be 24 characters');
      return new ObjectId(hex);
    }
    static createFromBase64(text) { return new ObjectId(host.recode(text, 'base64', 'hex')); }
    static generate(seconds) {
      return bytesOf(new ObjectId(seconds).toHexString());
    }
    static isValid(value) {
      if (value === undefined || value === null) return false;
      return typeof value === 'number' || value instanceof ObjectId
        || (typeof value === 'string' && /^[0-9a-fA-F]{24}$/.test(value))
        || (value instanceof Uint8Array && value.length === 12);
    }
  }

  function bytesOf(hex) {
    const bytes = new Uint8Array(hex.length / 2);
    for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.substr(2 * i, 2), 16);
    return bytes;
  }

  function bits(low, high) {
    return (BigInt(high | 0) << 32n) | BigInt(low >>> 0);
  }
  function bigFrom(text, radix) {
    const whole = String(text).trim();
    const digits = whole.replace(/^[+-]/, '');
    let value = 0n;
    if (digits === '') bad('empty string');
    for (const digit of digits) {
      const number = parseInt(digit, radix);
      if (Number.isNaN(number)) {
        bad("Input: '" + whole + "' contains invalid characters for radix: " + radix);
      }
      value = value * BigInt(radix) + BigInt(number);
    }
    return whole[0] === '-' ? -value : value;
  }
  function bigOf(value) {
    if (value instanceof Long) return value.toBigInt();
    if (typeof value === 'bigint') return value;
    if (typeof value === 'string') return bigFrom(value, 10);
    if (typeof value === 'object' && value !== null && typeof value.low === 'number') {
      return bits(value.low, value.high);
    }
    const number = Number(value);
    return Number.isNaN(number) ? 0n : bigOfNumber(number);
  }
  function bigOfNumber(number) {
    if (number >= 0x7fffffffffffffff) return 0x7fffffffffffffffn;
    if (number <= -0x8000000000000000) return -0x8000000000000000n;
    return BigInt(Math.trunc(number));
  }

  class Long {
    #value;
    #unsigned;
    constructor(low, high, unsigned) {
      this.#unsigned = Boolean(typeof low === 'number' ? unsigned : unsigned || high === true);
      const value = typeof low === 'number' || low === undefined
        ? bits(low || 0, typeof high === 'number' ? high : 0)
        : bigOf(low);
      this.#value = this.#unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value);
    }
    #make(value) { return new Long(value, this.#unsigned); }
    get low() { return Number(BigInt.asIntN(32, this.#value)); }
    get high() { return Number(BigInt.asIntN(32, this.#value >> 32n)); }
    get unsigned() { return this.#unsigned; }
    get __isLong__() { return true; }
    toString(radix) { return this.#value.toString(radix === undefined ? 10 : radix); }
    toNumber() { return Number(this.#value); }
    toInt() { return this.low; }
    toBigInt() { return this.#value; }
    toSigned() { return new Long(this.#value); }
    toUnsigned() { return new Long(this.#value, true); }
    toExtendedJSON(options) {
      return options && options.relaxed ? this.toNumber() : { $numberLong: this.toString() };
    }
    add(other) { return this.#make(this.#value + bigOf(other)); }
    subtract(other) { return this.#make(this.#value - bigOf(other)); }
    multiply(other) { return this.#make(this.#value * bigOf(other)); }
    divide(other) {
      const by = bigOf(other);
      if (by === 0n) bad('division by zero');
      return this.#make(this.#value / by);
    }
    modulo(other) { return this.#make(this.#value % bigOf(other)); }
    negate() { return this.#make(-this.#value); }
    not() { return this.#make(~this.#value); }
    and(other) { return this.#make(this.#value & bigOf(other)); }
    or(other) { return this.#make(this.#value | bigOf(other)); }
    xor(other) { return this.#make(this.#value ^ bigOf(other)); }
    shiftLeft(count) { return this.#make(this.#value << BigInt(Number(count) & 63)); }
    shiftRight(count) { return this.#make(this.#value >> BigInt(Number(count) & 63)); }
    shiftRightUnsigned(count) {
      return this.#make(BigInt.asUintN(64, this.#value) >> BigInt(Number(count) & 63));
    }
    compare(other) {
      const that = bigOf(other);
      return this.#value < that ? -1 : this.#value > that ? 1 : 0;
    }
    equals(other) { return this.compare(other) === 0; }
    notEquals(other) { return this.compare(other) !== 0; }
    lessThan(other) { return this.compare(other) < 0; }
    lessThanOrEqual(other) { return this.compare(other) <= 0; }
    greaterThan(other) { return this.compare(other) > 0; }
    greaterThanOrEqual(other) { return this.compare(other) >= 0; }
    isZero() { return this.#value === 0n; }
    isNegative() { return this.#value < 0n; }
    isPositive() { return this.#value >= 0n; }
    isOdd() { return (this.#value & 1n) === 1n; }
    isEven() { return (this.#value & 1n) === 0n; }
    getHighBits() { return this.high; }
    getHighBitsUnsigned() { return this.high >>> 0; }
    getLowBits() { return this.low; }
    getLowBitsUnsigned() { return this.low >>> 0; }
    getNumBitsAbs() {
      const value = this.#value < 0n ? -this.#value : this.#value;
      return value === 0n ? 1 : value.toString(2).length;
    }
    static fromInt(value, unsigned) { return new Long(BigInt(value | 0), unsigned); }
    static fromNumber(value, unsigned) { return new Long(bigOf(Number(value)), unsigned); }
    static fromBigInt(value, unsigned) { return new Long(value, unsigned); }
    static fromBits(low, high, unsigned) { return new Long(low, high, unsigned); }
    static fromString(text, unsigned, radix) {
      const base = typeof unsigned === 'number' ? unsigned : radix || 10;
      return new Long(bigFrom(text, base), unsigned === true);
    }
    static fromValue(value, unsigned) { return new Long(bigOf(value), unsigned); }
    static isLong(value) { return value instanceof Long; }
  }
  const shorter = {
    sub: 'subtract', mul: 'multiply', div: 'divide', mod: 'modulo', rem: 'modulo', neg: 'negate',
    shl: 'shiftLeft', shr: 'shiftRight', shru: 'shiftRightUnsigned', shr_u: 'shiftRightUnsigned',
    comp: 'compare', eq: 'equals', neq: 'notEquals', ne: 'notEquals', eqz: 'isZero',
    lt: 'lessThan', lte: 'lessThanOrEqual', le: 'lessThanOrEqual',
    gt: 'greaterThan', gte: 'greaterThanOrEqual', ge: 'greaterThanOrEqual',
  };
  for (const name of Object.keys(shorter)) {
    hidden(Long.prototype, name, Long.prototype[shorter[name]]);
  }

  class Timestamp extends Long {
    constructor(first, second) {
      if (first === undefined) {
        super(0);
      } else if (first instanceof Long || typeof first === 'bigint') {
        super(bigOf(first), true);
      } else if (typeof first === 'object' && first !== null && 't' in first && 'i' in first) {
        super(unsigned32(first.i, 'i'), unsigned32(first.t, 't'), true);
      } else if (typeof first === 'number' || typeof second === 'number') {
        super(unsigned32(second || 0, 'i'), unsigned32(first, 't'), true);
      } else {
        bad('A Timestamp can only be constructed with: bigint, Long, or { t: number; i: number }');
      }
    }
    get t() { return this.getHighBitsUnsigned(); }
    get i() { return this.getLowBitsUnsigned(); }
    getTime() { return this.t; }
    getInc() { return this.i; }
    toExtendedJSON() { return { $timestamp: { t: this.t, i: this.i } }; }
    static fromBits(low, high) { return new Timestamp({ t: high >>> 0, i: low >>> 0 }); }
    static fromNumber(value) { return new Timestamp(Long.fromNumber(value, true)); }
    static fromInt(value) { return new Timestamp(Long.fromInt(value, true)); }
  }
  function unsigned32(value, name) {
    const number = Number(value);
    const from = 'Timestamp constructed from { t, i } must provide ' + name + ' as a ';
    if (Number.isNaN(number)) bad(from + 'number');
    if (number < 0) bad(from + 'positive number');
    if (number > 0xffffffff) bad(from.slice(0, -2) + 'a value not larger than 4294967295');
    return number | 0;
  }

  class Int32 {
    #value;
    constructor(value) { this.#value = Number(value) | 0; }
    get value() { return this.#value; }
    valueOf() { return this.#value; }
    toString(radix) { return this.#value.toString(radix); }
  }

  class Double {
    #value;
    constructor(value) { this.#value = Number(value); }
    get value() { return this.#value; }
    valueOf() { return this.#value; }
    toString(radix) { return this.#value.toString(radix); }
  }

  class Decimal128 {
    #text;
    constructor(input) {
      const text = typeof input === 'string' ? host.decimal(input) : null;
      if (text === null) bad('"' + input + '" is not a valid Decimal128 string');
      this.#text = text;
    }
    toString() { return this.#text; }
    static fromString(text) { return new Decimal128(text); }
    static fromStringWithRounding(text) { return new Decimal128(text); }
  }

  class Binary {
    #base64;
    #subtype;
    constructor(data, subtype) {
      if (data === undefined || data === null) {
        this.#base64 = '';
      } else if (typeof data === 'string') {
        this.#base64 = host.recode(data, 'utf8', 'base64');
      } else if (data instanceof Uint8Array || Array.isArray(data)) {
        this.#base64 = base64(data);
      } else if (data instanceof ArrayBuffer) {
        this.#base64 = base64(new Uint8Array(data));
      } else {
        bad('Binary can only be constructed from Uint8Array or number[]');
      }
      this.#subtype = subtype === undefined ? 0 : Number(subtype) & 255;
    }
    static createFromBase64(text, subtype) {
      const hex = host.recode(String(text), 'base64', 'hex');
      if (hex === null) bad('"' + text + '" is not valid base64');
      const is = Number(subtype || 0) === 4 && hex.length === 32;
      const made = is ? new UUID(hex) : new Binary(undefined, subtype || 0);
      made.#base64 = host.recode(hex, 'hex', 'base64');
      return made;
    }
    static createFromHexString(hex, subtype) {
      const text = host.recode(String(hex), 'hex', 'base64');
      if (text === null) bad('"' + hex + '" is not valid hex');
      return Binary.createFromBase64(text, subtype);
    }
    get sub_type() { return this.#subtype; }
    get position() { return this.length(); }
    get buffer() { return bytesOf(this.hex()); }
    subtype() { return this.#subtype; }
    base64() { return this.#base64; }
    hex() { return host.recode(this.#base64, 'base64', 'hex'); }
    length() { return this.hex().length / 2; }
    value() { return this.buffer; }
    read(position, length) { return this.buffer.slice(position, position + length); }
    toUUID() {
      if (this.#subtype !== 4) {
        bad('Binary sub_type "' + this.#subtype + '" is not supported for converting to UUID.');
      }
      return new UUID(this.hex());
    }
    equals(other) {
      return other instanceof Binary && other.#base64 === this.#base64
        && other.#subtype === this.#subtype;
    }
    toString(encoding) {
      if (encoding === 'hex') return this.hex();
      if (encoding === 'base64') return this.#base64;
      return host.recode(this.#base64, 'base64', 'utf8');
    }
  }

  class UUID extends Binary {
    #hex;
    constructor(input) {
      super(undefined, 4);
      const hex = input === undefined || input === null ? host.uuid()
        : input instanceof Binary ? input.hex()
        : input instanceof Uint8Array ? host.recode(base64(input), 'base64', 'hex')
        : String(input).replace(/-/g, '').toLowerCase();
      if (!/^[0-9a-f]{32}$/.test(hex)) {
        bad('UUID string representation must be 32 hex digits or canonical hyphenated '
          + 'representation');
      }
      this.#hex = hex;
    }
    base64() { return host.recode(this.#hex, 'hex', 'base64'); }
    hex() { return this.#hex; }
    equals(other) {
      if (other instanceof Binary) return other.hex() === this.#hex;
      return String(other).replace(/-/g, '').toLowerCase() === this.#hex;
    }
    toHexString(dashes) {
      const h = this.#hex;
      return dashes === false ? h : [h.slice(0, 8), h.slice(8, 12), h.slice(12, 16),
        h.slice(16, 20), h.slice(20)].join('-');
    }
    toString(encoding) {
      if (encoding === 'hex') return this.#hex;
      return encoding === 'base64' ? this.base64() : this.toHexString();
    }
    toBinary() { return this; }
    static generate() { return bytesOf(host.uuid()); }
    static isValid(value) {
      return value instanceof UUID || (typeof value === 'string'
        && /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(value));
    }
    static createFromHexString(hex) { return new UUID(hex); }
  }

  class MinKey {}
  class MaxKey {}

  class Code {
    #code;
    #scope;
    constructor(code, scope) {
      this.#code = String(code);
      this.#scope = scope === undefined ? null : scope;
    }
    get code() { return this.#code; }
    get scope() { return this.#scope; }
    toString() { return this.#code; }
  }

  class DBRef {
    constructor(collection, oid, db, fields) {
      if (collection === undefined) badInput('Missing required argument at position 0 (DBRef)');
      if (oid === undefined) badInput('Missing required argument at position 1 (DBRef)');
      const parts = String(collection).split('.');
      const split = parts.length === 2;
      this.collection = split ? parts[1] : collection;
      this.oid = oid;
      this.db = split ? parts[0] : db;
      this.fields = fields || {};
    }
    get namespace() { return this.collection; }
  }
  function dbRefFields(ref) {
    const fields = { $ref: ref.collection, $id: ref.oid };
    if (ref.db !== undefined) fields.$db = ref.db;
    return Object.assign(fields, ref.fields);
  }

  class BSONSymbol {
    #value;
    constructor(value) { this.#value = String(value); }
    get value() { return this.#value; }
    valueOf() { return this.#value; }
    toString() { return this.#value; }
  }

  class BSONRegExp {
    #pattern;
    #options;
    constructor(pattern, options) {
      this.#pattern = String(pattern);
      this.#options = [...(options || '')].sort().join('');
      for (const option of this.#options) {
        if (!'imxslu'.includes(option)) {
          bad('The regular expression option [' + option + '] is not supported');
        }
      }
    }
    get pattern() { return this.#pattern; }
    get options() { return this.#options; }
  }

  const lowHighUnsigned = (v) => ({ low: v.low, high: v.high, unsigned: v.unsigned });
  const none = () => ({});
  const globals = {
    ObjectId: callable(ObjectId, 'o', (v) => TAG + 'o' + v.toHexString(), (v) => v.toHexString()),
    Long: callable(Long, 'l', (v) => TAG + 'l' + v.toSigned(), lowHighUnsigned),
    Timestamp: callable(Timestamp, 't', (v) => TAG + 't' + v.toSigned(),
      (v) => ({ $timestamp: v.toString() })),
    Int32: callable(Int32, 'i', (v) => TAG + 'i' + v, (v) => v.value),
    Double: callable(Double, 'f', (v) => TAG + 'f' + (Object.is(v.value, -0) ? '-0' : v.value),
      (v) => v.value),
    Decimal128: callable(Decimal128, 'm', (v) => TAG + 'm' + v,
      (v) => ({ $numberDecimal: v.toString() })),
    Binary: callable(Binary, 'b', (v) => TAG + 'b' + v.sub_type + ':' + v.base64(),
      (v) => v.base64()),
    UUID: callable(UUID, 'b', (v) => TAG + 'b4:' + v.base64(), (v) => v.toHexString()),
    MinKey: callable(MinKey, 'k', () => TAG + 'k', none),
    MaxKey: callable(MaxKey, 'K', () => TAG + 'K', none),
    Code: callable(Code, 'c', (v) => v.scope === null ? TAG + 'c' + v.code
      : { [TAG + 'C']: v.code, scope: v.scope },
      (v) => v.scope === null ? { code: v.code } : { code: v.code, scope: v.scope }),
    DBRef: callable(DBRef, 'D', dbRefFields, dbRefFields),
    BSONSymbol: callable(BSONSymbol, 'y', (v) => TAG + 'y' + v, (v) => v.value),
    BSONRegExp: callable(BSONRegExp, 'r', (v) => TAG + 'r' + v.options + '/' + v.pattern,
      (v) => ({ pattern: v.pattern, options: v.options })),
  };
  hidden(globals.MinKey, 'toJSON', () => (isConverting() ? TAG + 'k' : undefined));
  hidden(globals.MaxKey, 'toJSON', () => (isConverting() ? TAG + 'K' : undefined));
  const constants = {
    ZERO: 0n,
    ONE: 1n,
    NEG_ONE: -1n,
    MAX_VALUE: 0x7fffffffffffffffn,
    MIN_VALUE: -0x8000000000000000n,
  };
  for (const name of Object.keys(constants)) hidden(Long, name, new Long(constants[name]));
  hidden(Long, 'UZERO', new Long(0n, true));
  hidden(Long, 'UONE', new Long(1n, true));
  hidden(Long, 'MAX_UNSIGNED_VALUE', new Long(-1n, true));
  hidden(Timestamp, 'MAX_VALUE', new Timestamp(Long.MAX_UNSIGNED_VALUE));

  function needs(name, position, value, types) {
    if (value === undefined) {
      badInput('Missing required argument at position ' + position + ' (' + name + ')');
    }
    if (!types.includes(typeof value)) {
      badInput('Argument at position ' + position + ' must be of type ' + types.join(' or ')
        + ', got ' + typeof value + ' instead (' + name + ')');
    }
  }
  function warnNumber(name) {
    host.warn('Warning: ' + name + ': specifying a number as argument is deprecated and may lead to loss of '
      + 'precision, pass a string instead');
  }

  globals.ObjectID = globals.ObjectId;
  globals.NumberLong = function NumberLong(value) {
    if (value === undefined) return new Long(0n);
    needs('NumberLong', 0, value, ['string', 'number', 'bigint', 'object']);
    if (typeof value === 'number') {
      warnNumber('NumberLong');
      return Long.fromNumber(value);
    }
    return new Long(bigOf(value));
  };
  globals.NumberInt = function NumberInt(value) {
    return new Int32(value === undefined ? 0 : parseInt(value, 10));
  };
  globals.NumberDecimal = function NumberDecimal(value) {
    if (value === undefined) return new Decimal128('0');
    needs('NumberDecimal', 0, value, ['string', 'number', 'bigint', 'object']);
    if (typeof value === 'number') warnNumber('NumberDecimal');
    return new Decimal128(String(value));
  };
  const ISO = new RegExp('^(\\d{4})-?(\\d{2})-?(\\d{2})'
    + '(?:[T ](\\d{2})(?::?(\\d{2})(?::?(\\d{2})(\\.\\d+)?)?)?(Z|[+-]\\d{2}(?::?\\d{2})?)?)?$');
  globals.ISODate = function ISODate(input) {
    if (input === undefined) return new Date();
    if (typeof input !== 'string') return new Date(input);
    const found = ISO.exec(input);
    let zone = (found && found[8]) || 'Z';
    if (zone.length === 3) zone += ':00';
    if (zone.length === 5) zone = zone.slice(0, 3) + ':' + zone.slice(3);
    const date = found ? new Date(found[1] + '-' + found[2] + '-' + found[3] + 'T'
      + (found[4] || '00') + ':' + (found[5] || '00') + ':' + (found[6] || '00')
      + (found[7] || '') + zone) : null;
    if (date === null || Number.isNaN(date.getTime())) {
      badInput(JSON.stringify(input) + ' is not a valid ISODate');
    }
    return date;
  };
  globals.BinData = function BinData(subtype, text) {
    needs('BinData', 0, subtype, ['number']);
    needs('BinData', 1, text, ['string']);
    return Binary.createFromBase64(text, subtype);
  };
  globals.HexData = function HexData(subtype, hex) {
    needs('HexData', 0, subtype, ['number']);
    needs('HexData', 1, hex, ['string']);
    return Binary.createFromHexString(hex, subtype);
  };
  globals.MD5 = function MD5(hex) {
    needs('MD5', 0, hex, ['string']);
    return Binary.createFromHexString(hex, 5);
  };

  // From BSON: the letters are those of the tags above; the payload is text, or a scope's document.
  function make(letter, payload) {
    switch (letter) {
      case 'o': return new ObjectId(payload);
      case 'l': return new Long(BigInt(payload));
      case 't': return new Timestamp(BigInt.asUintN(64, BigInt(payload)));
      case 'm': return new Decimal128(payload);
      case 'b': {
        const colon = payload.indexOf(':');
        return Binary.createFromBase64(payload.slice(colon + 1), Number(payload.slice(0, colon)));
      }
      case 'k': return new MinKey();
      case 'K': return new MaxKey();
      case 'c': return new Code(payload);
      case 'C': return new Code(payload.code, payload.scope);
      case 'y': return new BSONSymbol(payload);
      case 'D': {
        const { collection, $id, $db, ...fields } = payload;
        const ref = new DBRef('', $id, $db, fields);
        ref.collection = collection;
        return ref;
      }
      case 'r': {
        const slash = payload.indexOf('/');
        const options = payload.slice(0, slash);
        const pattern = payload.slice(slash + 1);
        if (!/[xlu]/.test(options)) {
          try {
            return new RegExp(pattern, options);
          } catch (error) {
            // Not a JavaScript pattern: kept as it is.
          }
        }
        return new BSONRegExp(pattern, options);
      }
      default: throw new Error('unknown letter ' + letter);
    }
  }

  return { globals, make };
})

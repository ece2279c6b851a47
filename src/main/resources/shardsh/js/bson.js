// The BSON types as mongosh's users know them. Source: the documented interface of the js-bson
// package and of mongosh's constructors. Loaded when the first of the names is used.
(function (shared) {
  'use strict';
  const { host, kept, TAG, hidden, isConverting, fail, base64 } = shared;
  const {
    ArrayBuffer, BigInt, Boolean, Error, Number, Proxy, RegExp, String, Symbol, Uint8Array, asIntN, asUintN, assign,
    bigIntText, construct, dateTime, exec, includes, indexOf, is, isArray, join, keys, lower, numberText, padStart,
    parseInt, slice, sort, split, stringify, trim, trunc, define, method, ownDescriptor,
  } = kept;
  const matches = (pattern, text) => exec(pattern, text) !== null;
  const isNaN = (number) => is(number, NaN);
  const BSON = Symbol('bson');
  shared.BSON = BSON;
  const bad = (message) => fail('BSONError', message);
  const badInput = (message) => fail('MongoshInvalidInputError', '[COMMON-10001] ' + message);

  // A type is what typeof says, or the name of a BSON type. Source: mongosh's messages.
  function needs(name, position, value, types) {
    if (value === undefined) {
      badInput('Missing required argument at position ' + position + ' (' + name + ')');
    }
    may(name, position, value, types);
  }
  function may(name, position, value, types) {
    if (value === undefined || includes(types, typeof value)) return;
    if (value !== null && typeof value === 'object' && includes(types, value._bsontype)) return;
    badInput('Argument at position ' + position + ' must be of type ' + join(types, ' or ')
      + ', got ' + typeof value + ' instead (' + name + ')');
  }

  // A type that may be called with or without `new`.
  function callable(type, letter, tag, plain) {
    // Handlers inherit nothing: the program may have given every object a "get".
    const made = new Proxy(type, {
      __proto__: null,
      apply(target, self, args) { return construct(target, args, made); },
    });
    hidden(type.prototype, 'constructor', made);
    hidden(type.prototype, BSON, letter);
    hidden(type.prototype, '_bsontype', type.name);
    ownToJson(type.prototype, function toJSON() {
      return isConverting() ? tag(this) : plain(this);
    });
    return made;
  }

  // What a program does to the toJSON of a type is for its own JSON, and no business of documents.
  function ownToJson(holder, own) {
    let given = own;
    define(holder, 'toJSON', {
      __proto__: null,
      get() { return isConverting() ? own : given; },
      set(value) {
        if (this === holder) given = value;
        else define(this, 'toJSON', { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      },
    });
  }

  // As they are before the program can change them.
  const methodOf = (type, name) => method(ownDescriptor(type.prototype, name).value);
  const getterOf = (type, name) => method(ownDescriptor(type.prototype, name).get);

  class ObjectId {
    #hex;
    constructor(input) {
      may('ObjectId', 0, input, ['string', 'number', 'object']);
      if (input === undefined || input === null) {
        this.#hex = host.newObjectId();
      } else if (typeof input === 'number') {
        this.#hex = host.objectIdAt(input);
      } else if (typeof input === 'string' && matches(/^[0-9a-fA-F]{24}$/, input)) {
        this.#hex = lower(input);
      } else if (typeof input === 'object' && typeof input.toHexString === 'function') {
        this.#hex = new ObjectId(input.toHexString()).toHexString();
      } else if (input instanceof Uint8Array && input.length === 12) {
        this.#hex = host.recode(base64(input), 'base64', 'hex');
      } else if (typeof input === 'object') {
        bad('Argument passed in does not match the accepted types');
      } else {
        bad('input must be a 24 character hex string, 12 byte Uint8Array, or an integer');
      }
    }
    toHexString() { return this.#hex; }
    toString(encoding) {
      return encoding === 'base64' ? host.recode(this.#hex, 'hex', 'base64') : this.#hex;
    }
    get id() { return bytesOf(this.#hex); }
    getTimestamp() { return shared.dateOf(parseInt(slice(this.#hex, 0, 8), 16) * 1000); }
    equals(other) {
      if (other === undefined || other === null) return false;
      const hex = typeof other === 'object' && other.toHexString ? other.toHexString() : other;
      return lower(String(hex)) === this.#hex;
    }
    static createFromTime(seconds) {
      return new ObjectId(padStart(numberText(seconds >>> 0, 16), 8, '0') + '0000000000000000');
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
        || (typeof value === 'string' && matches(/^[0-9a-fA-F]{24}$/, value))
        || (value instanceof Uint8Array && value.length === 12);
    }
  }

  function bytesOf(hex) {
    const bytes = new Uint8Array(hex.length / 2);
    for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(slice(hex, 2 * i, 2 * i + 2), 16);
    return bytes;
  }

  function bits(low, high) {
    return (BigInt(high | 0) << 32n) | BigInt(low >>> 0);
  }
  function bigFrom(text, radix) {
    const whole = trim(String(text));
    const digits = whole[0] === '+' || whole[0] === '-' ? slice(whole, 1) : whole;
    let value = 0n;
    if (digits === '') bad('empty string');
    for (let i = 0; i < digits.length; i++) {
      const number = parseInt(digits[i], radix);
      if (isNaN(number)) {
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
    return isNaN(number) ? 0n : bigOfNumber(number);
  }
  function bigOfNumber(number) {
    if (number >= 0x7fffffffffffffff) return 0x7fffffffffffffffn;
    if (number <= -0x8000000000000000) return -0x8000000000000000n;
    return BigInt(trunc(number));
  }

  class Long {
    #value;
    #unsigned;
    constructor(low, high, unsigned) {
      this.#unsigned = Boolean(typeof low === 'number' ? unsigned : unsigned || high === true);
      const value = typeof low === 'number' || low === undefined
        ? bits(low || 0, typeof high === 'number' ? high : 0)
        : bigOf(low);
      this.#value = this.#unsigned ? asUintN(64, value) : asIntN(64, value);
    }
    #make(value) { return new Long(value, this.#unsigned); }
    get low() { return Number(asIntN(32, this.#value)); }
    get high() { return Number(asIntN(32, this.#value >> 32n)); }
    get unsigned() { return this.#unsigned; }
    get __isLong__() { return true; }
    toString(radix) { return bigIntText(this.#value, radix === undefined ? 10 : radix); }
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
      return this.#make(asUintN(64, this.#value) >> BigInt(Number(count) & 63));
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
      return value === 0n ? 1 : bigIntText(value, 2).length;
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
  const shorts = keys(shorter);
  for (let i = 0; i < shorts.length; i++) {
    hidden(Long.prototype, shorts[i], Long.prototype[shorter[shorts[i]]]);
  }

  class Timestamp extends Long {
    constructor(first, second) {
      if (typeof first !== 'bigint') may('Timestamp', 0, first, ['number', 'object']);
      may('Timestamp', 1, second, ['number']);
      if (first === undefined || first === null) {
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
    const provide = 'Timestamp constructed from { t, i } must provide ';
    if (isNaN(number)) bad(provide + name + ' as a number');
    if (number < 0) bad(provide + 'a positive ' + name);
    if (number > 0xffffffff) bad(provide + name + ' equal or less than uint32 max');
    return number | 0;
  }

  class Int32 {
    #value;
    constructor(value) { this.#value = Number(value) | 0; }
    get value() { return this.#value; }
    valueOf() { return this.#value; }
    toString(radix) { return numberText(this.#value, radix); }
  }

  class Double {
    #value;
    constructor(value) { this.#value = Number(value); }
    get value() { return this.#value; }
    valueOf() { return this.#value; }
    toString(radix) { return numberText(this.#value, radix); }
  }

  class Decimal128 {
    #text;
    constructor(input) {
      if (typeof input !== 'string') bad('Decimal128 must take a Buffer or string');
      const text = host.decimal(input);
      if (text === null) bad(input + ' not a valid Decimal128 string');
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
      } else if (data instanceof Uint8Array || isArray(data)) {
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
    static createFromHexString(hex, subtype) { return binaryOfHex(hex, subtype); }
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

  const plainHex = (uuid) => lower(join(split(String(uuid), '-'), ''));

  class UUID extends Binary {
    #hex;
    constructor(input) {
      super(undefined, 4);
      if (!(input instanceof Binary) && !(input instanceof Uint8Array)) {
        may('UUID', 0, input, ['string']);
      }
      const hex = input === undefined ? host.uuid()
        : input instanceof Binary ? input.hex()
        : input instanceof Uint8Array ? host.recode(base64(input), 'base64', 'hex')
        : plainHex(input);
      if (!matches(/^[0-9a-f]{32}$/, hex)) {
        bad('UUID string representation must be 32 hex digits or canonical hyphenated '
          + 'representation');
      }
      this.#hex = hex;
    }
    base64() { return host.recode(this.#hex, 'hex', 'base64'); }
    hex() { return this.#hex; }
    equals(other) {
      if (other instanceof Binary) return other.hex() === this.#hex;
      return plainHex(other) === this.#hex;
    }
    toHexString(dashes) {
      const h = this.#hex;
      return dashes === false ? h : slice(h, 0, 8) + '-' + slice(h, 8, 12) + '-' + slice(h, 12, 16) + '-'
        + slice(h, 16, 20) + '-' + slice(h, 20);
    }
    toString(encoding) {
      if (encoding === 'hex') return this.#hex;
      return encoding === 'base64' ? this.base64() : this.toHexString();
    }
    toBinary() { return this; }
    static generate() { return bytesOf(host.uuid()); }
    static isValid(value) {
      return value instanceof UUID || (typeof value === 'string'
        && matches(/^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i, value));
    }
    static createFromHexString(hex) { return new UUID(hex); }
  }

  const { createFromBase64 } = Binary;
  function binaryOfHex(hex, type) {
    const text = host.recode(String(hex), 'hex', 'base64');
    if (text === null) bad('"' + hex + '" is not valid hex');
    return createFromBase64(text, type);
  }

  class MinKey {}
  class MaxKey {}

  class Code {
    #code;
    #scope;
    constructor(code, scope) {
      may('Code', 0, code, ['string', 'function']);
      may('Code', 1, scope, ['object']);
      this.#code = code === undefined ? '' : String(code);
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
      may('DBRef', 0, collection, ['string']);
      may('DBRef', 2, db, ['string']);
      const parts = split(collection, '.');
      const namesDb = parts.length === 2;
      this.collection = namesDb ? parts[1] : collection;
      this.oid = oid;
      this.db = namesDb ? parts[0] : db;
      this.fields = fields || {};
    }
    get namespace() { return this.collection; }
  }
  function dbRefFields(ref) {
    const fields = { $ref: ref.collection, $id: ref.oid };
    if (ref.db !== undefined) fields.$db = ref.db;
    return assign(fields, ref.fields);
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
      const letters = sort(split(String(options || ''), ''));
      for (let i = 0; i < letters.length; i++) {
        if (indexOf('imxslu', letters[i]) < 0) {
          bad('The regular expression option [' + letters[i] + '] is not supported');
        }
      }
      this.#options = join(letters, '');
    }
    get pattern() { return this.#pattern; }
    get options() { return this.#options; }
  }

  const hexOf = methodOf(ObjectId, 'toHexString');
  const signed = methodOf(Long, 'toSigned');
  const longText = methodOf(Long, 'toString');
  const int32Text = methodOf(Int32, 'toString');
  const doubleValue = getterOf(Double, 'value');
  const decimalText = methodOf(Decimal128, 'toString');
  const subtype = methodOf(Binary, 'subtype');
  const binaryBase64 = methodOf(Binary, 'base64');
  const uuidBase64 = methodOf(UUID, 'base64');
  const codeText = getterOf(Code, 'code');
  const codeScope = getterOf(Code, 'scope');
  const symbolValue = getterOf(BSONSymbol, 'value');
  const patternOf = getterOf(BSONRegExp, 'pattern');
  const optionsOf = getterOf(BSONRegExp, 'options');

  const lowHighUnsigned = (v) => ({ low: v.low, high: v.high, unsigned: v.unsigned });
  const none = () => ({});
  const globals = {
    ObjectId: callable(ObjectId, 'o', (v) => TAG + 'o' + hexOf(v), (v) => v.toHexString()),
    Long: callable(Long, 'l', (v) => TAG + 'l' + longText(signed(v)), lowHighUnsigned),
    Timestamp: callable(Timestamp, 't', (v) => TAG + 't' + longText(signed(v)),
      (v) => ({ $timestamp: v.toString() })),
    Int32: callable(Int32, 'i', (v) => TAG + 'i' + int32Text(v), (v) => v.value),
    Double: callable(Double, 'f', (v) => TAG + 'f' + (is(doubleValue(v), -0) ? '-0' : doubleValue(v)),
      (v) => v.value),
    Decimal128: callable(Decimal128, 'm', (v) => TAG + 'm' + decimalText(v),
      (v) => ({ $numberDecimal: v.toString() })),
    Binary: callable(Binary, 'b', (v) => TAG + 'b' + subtype(v) + ':' + binaryBase64(v),
      (v) => v.base64()),
    UUID: callable(UUID, 'b', (v) => TAG + 'b4:' + uuidBase64(v), (v) => v.toHexString()),
    MinKey: callable(MinKey, 'k', () => TAG + 'k', none),
    MaxKey: callable(MaxKey, 'K', () => TAG + 'K', none),
    Code: callable(Code, 'c', (v) => codeScope(v) === null ? TAG + 'c' + codeText(v)
      : { [TAG + 'C']: codeText(v), scope: codeScope(v) },
      (v) => v.scope === null ? { code: v.code } : { code: v.code, scope: v.scope }),
    DBRef: callable(DBRef, 'D', dbRefFields, dbRefFields),
    BSONSymbol: callable(BSONSymbol, 'y', (v) => TAG + 'y' + symbolValue(v), (v) => v.value),
    BSONRegExp: callable(BSONRegExp, 'r', (v) => TAG + 'r' + optionsOf(v) + '/' + patternOf(v),
      (v) => ({ pattern: v.pattern, options: v.options })),
  };
  ownToJson(globals.MinKey, () => (isConverting() ? TAG + 'k' : undefined));
  ownToJson(globals.MaxKey, () => (isConverting() ? TAG + 'K' : undefined));
  const constants = {
    ZERO: 0n,
    ONE: 1n,
    NEG_ONE: -1n,
    MAX_VALUE: 0x7fffffffffffffffn,
    MIN_VALUE: -0x8000000000000000n,
  };
  const names = keys(constants);
  for (let i = 0; i < names.length; i++) hidden(Long, names[i], new Long(constants[names[i]]));
  hidden(Long, 'UZERO', new Long(0n, true));
  hidden(Long, 'UONE', new Long(1n, true));
  hidden(Long, 'MAX_UNSIGNED_VALUE', new Long(-1n, true));
  hidden(Timestamp, 'MAX_VALUE', new Timestamp(Long.MAX_UNSIGNED_VALUE));

  function warnNumber(name) {
    host.warn('Warning: ' + name + ': specifying a number as argument is deprecated and may lead to loss of '
      + 'precision, pass a string instead');
  }

  const WHOLE = ['string', 'number', 'Long', 'Int32'];
  globals.ObjectID = globals.ObjectId;
  globals.NumberLong = function NumberLong(value) {
    if (value === undefined || value === null) return new Long(0n);
    may('NumberLong', 0, value, WHOLE);
    if (typeof value === 'number') {
      warnNumber('NumberLong');
      return new Long(bigOf(value));
    }
    return new Long(bigOf(value));
  };
  globals.NumberInt = function NumberInt(value) {
    if (value === undefined || value === null) return new Int32(0);
    may('NumberInt', 0, value, WHOLE);
    return new Int32(parseInt(value, 10));
  };
  globals.NumberDecimal = function NumberDecimal(value) {
    if (value === undefined) return new Decimal128('0');
    may('NumberDecimal', 0, value, ['string', 'number', 'Long', 'Int32', 'Decimal128']);
    if (typeof value === 'number') warnNumber('NumberDecimal');
    return new Decimal128(String(value));
  };
  const ISO = new RegExp('^(\\d{4})-?(\\d{2})-?(\\d{2})'
    + '(?:[T ](\\d{2})(?::?(\\d{2})(?::?(\\d{2})(\\.\\d+)?)?)?(Z|[+-]\\d{2}(?::?\\d{2})?)?)?$');
  globals.ISODate = function ISODate(input) {
    if (typeof input !== 'string') return shared.dateOf(input);
    const found = exec(ISO, input);
    let zone = (found && found[8]) || 'Z';
    if (zone.length === 3) zone += ':00';
    if (zone.length === 5) zone = slice(zone, 0, 3) + ':' + slice(zone, 3);
    const date = found ? shared.dateOf(found[1] + '-' + found[2] + '-' + found[3] + 'T'
      + (found[4] || '00') + ':' + (found[5] || '00') + ':' + (found[6] || '00')
      + (found[7] || '') + zone) : null;
    if (date === null || isNaN(dateTime(date))) {
      badInput(stringify(input) + ' is not a valid ISODate');
    }
    return date;
  };
  globals.BinData = function BinData(subtype, text) {
    needs('BinData', 0, subtype, ['number']);
    needs('BinData', 1, text, ['string']);
    return createFromBase64(text, subtype);
  };
  globals.HexData = function HexData(subtype, hex) {
    needs('HexData', 0, subtype, ['number']);
    needs('HexData', 1, hex, ['string']);
    return binaryOfHex(hex, subtype);
  };
  globals.MD5 = function MD5(hex) {
    needs('MD5', 0, hex, ['string']);
    return binaryOfHex(hex, 5);
  };

  // From BSON: the letters are those of the tags above; the payload is text, or a scope's document.
  function make(letter, payload) {
    switch (letter) {
      case 'o': return new ObjectId(payload);
      case 'l': return new Long(BigInt(payload));
      case 't': return new Timestamp(asUintN(64, BigInt(payload)));
      case 'm': return new Decimal128(payload);
      case 'b': {
        const colon = indexOf(payload, ':');
        return createFromBase64(slice(payload, colon + 1), Number(slice(payload, 0, colon)));
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
        const slash = indexOf(payload, '/');
        const options = slice(payload, 0, slash);
        const pattern = slice(payload, slash + 1);
        if (!matches(/[xlu]/, options)) {
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

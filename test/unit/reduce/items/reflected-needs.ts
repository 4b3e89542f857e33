/** Cases of needs.test.ts that only reflection and compilers look at. */

export interface Need {
  readonly without: readonly string[];
  /** What the broken clauses begin with, or some of it. */
  readonly by: readonly string[];
  /** What the JVM says: when it links the classes, or when it runs them. */
  readonly links?: RegExp;
  readonly runs?: RegExp;
}

/** By the class of NeedCases.java. What generic signatures and annotations need: nobody but reflection and compilers looks at them. */
export const REFLECTED: Readonly<Record<string, Need>> = {
  GenericBound: {
    without: [
      "GenericBound$Derived extends GenericBound$Base",
      "GenericBound$Derived.<init>()V!code",
    ],
    by: ["GenericBound$Holder!Signature"],
    links:
      /GenericBound\$Holder: extends: .*Box<GenericBound\$Derived>: GenericBound\$Derived is no GenericBound\$Base/,
  },
  GenericBounds: {
    without: ["GenericBounds$Derived implements GenericBounds$Named"],
    by: [
      "GenericBounds.box(Ljava/util/List;)LGenericBounds$Box;!Signature",
      "GenericBounds.box(Ljava/util/List;)LGenericBounds$Box;!LocalVariableTypeTable",
    ],
  },
  GenericGone: {
    without: ["GenericGone$Box!Signature"],
    by: ["GenericGone$Holder.box!Signature"],
    links: /GenericGone\$Holder.box: generic type: .*MalformedParameterizedTypeException/,
  },
  GenericHierarchy: {
    without: ["GenericHierarchy$A implements GenericHierarchy$I"],
    by: ["GenericHierarchy$A!Signature"],
    links: /GenericHierarchy\$A: generic interfaces .* are not/,
  },
  GenericVariable: {
    without: ["GenericVariable$Box!Signature"],
    by: [
      "GenericVariable$Box$Inner.get()Ljava/lang/Object;!Signature",
      "GenericVariable$Box.value!Signature",
    ],
    links: /GenericVariable\$Box: value: a type variable that nobody declares/,
  },
  GenericThrows: {
    without: ["GenericThrows$Problem extends java.lang.Exception"],
    by: [
      "GenericThrows.m(Ljava/lang/Exception;)V!Exceptions[1]",
      "GenericThrows.m(Ljava/lang/Exception;)V!Signature",
    ],
    links: /throws GenericThrows\$Problem|not a subtype of class java\/lang\/Throwable/,
  },
  AnnotatedEnum: {
    without: [
      "AnnotatedEnum$Level.values()[LAnnotatedEnum$Level;",
      "AnnotatedEnum$Level.valueOf(Ljava/lang/String;)LAnnotatedEnum$Level;!code",
    ],
    by: ["AnnotatedEnum$A!RuntimeVisibleAnnotations[0]"],
    links: /AnnotatedEnum\$A: annotations: /,
  },
};
